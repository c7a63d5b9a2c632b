import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SEED } from '../../src/sandbox/slack/workspace/seed.ts'
import type { LocalSlack } from '../../src/sandbox/slack/start-local-slack.ts'
import { startLocalSlack } from '../../src/sandbox/slack/start-local-slack.ts'
import { createChannelIds, withChannelIds } from '../../src/slack/channel-ids.ts'
import { createPostSender } from '../../src/slack/send-post.ts'
import { aLog, aQuickClient } from './ends.ts'

let slack: LocalSlack
beforeEach(async () => {
  slack = await startLocalSlack({ mode: 'lenient' })
})
afterEach(async () => {
  await slack.close()
})

const MESSAGE = { text: 'hello', blocks: [] }

describe('channel ids', () => {
  it.each(['#llm-oncall', 'llm-oncall', SEED.oncall])('%s is found', async (channel) => {
    expect(await createChannelIds(aQuickClient(slack)).idOf(channel)).toBe(SEED.oncall)
  })

  it('asks Slack once for a name', async () => {
    const ids = createChannelIds(aQuickClient(slack))
    await ids.idOf('#llm-oncall')
    await ids.idOf('#llm-oncall')
    expect(slack.callsOf('conversations.list')).toHaveLength(1)
  })

  it('names the mend for a channel that is not there', async () => {
    await expect(createChannelIds(aQuickClient(slack)).idOf('#nowhere')).rejects.toThrow(/no channel #nowhere.*invite/u)
  })

  it('lets a message be posted, edited and found by the name of its channel', async () => {
    const client = aQuickClient(slack)
    const sender = withChannelIds(createPostSender({ client, log: aLog().log }), createChannelIds(client))
    const posted = await sender.post({ channel: '#llm-oncall', key: 'k', message: MESSAGE })
    if (posted.status !== 'sent') throw new Error(posted.reason)
    const edited = await sender.update({
      channel: '#llm-oncall',
      ts: posted.ts,
      message: { ...MESSAGE, text: 'again' },
    })
    expect(edited.status).toBe('sent')
    expect(await sender.find({ channel: '#llm-oncall', key: 'k' })).toBe(posted.ts)
    expect(slack.channel(SEED.oncall).messages[0]?.text).toBe('again')
  })

  it('tries again later when the name could not be looked up', async () => {
    slack.fail('conversations.list', { status: 503 })
    const client = aQuickClient(slack)
    const sender = withChannelIds(createPostSender({ client, log: aLog().log }), createChannelIds(client))
    const outcome = await sender.post({ channel: '#llm-oncall', key: 'k', message: MESSAGE })
    expect(outcome).toMatchObject({ status: 'retry', uncertain: false })
  })
})
