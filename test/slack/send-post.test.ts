import { describe, expect, test } from 'vitest'
import type { SlackMessage } from '../../src/domain/post.ts'
import { SEED } from '../../src/sandbox/slack/workspace/seed.ts'
import { checkSlack } from '../../src/slack/check-slack.ts'
import { createPostSender } from '../../src/slack/send-post.ts'
import { aSlack } from '../sandbox/slack/local.ts'
import { aLog, aQuickClient } from './ends.ts'

const { oncall, secret, archived } = SEED
const message: SlackMessage = {
  text: 'queue is full',
  blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'queue is *full*' } }],
}
const bad: SlackMessage = { text: 'still said', blocks: [{ type: 'section', text: { type: 'mrkdwn', text: '' } }] }

async function aSender() {
  const slack = await aSlack({ mode: 'lenient' })
  const { log, lines } = aLog()
  return { slack, lines, sender: createPostSender({ client: aQuickClient(slack), log }) }
}

test('posts a card and a reply, and edits the card', async () => {
  const { slack, sender } = await aSender()
  const card = await sender.post({ channel: oncall, key: 'i1:card', message })
  if (card.status !== 'sent') throw new Error(card.reason)
  await sender.post({ channel: oncall, threadTs: card.ts, key: 'i1:details', message: { ...message, text: 'details' } })
  expect(await sender.update({ channel: oncall, ts: card.ts, message: { ...message, text: 'it drains' } })).toEqual(
    card,
  )
  const [thread] = slack.channel(oncall).threads
  expect(thread?.replies).toMatchObject([{ text: 'details' }])
  expect(slack.channel(oncall).messages[0]).toMatchObject({
    text: 'it drains',
    metadata: { event_type: 'whyslow_post', event_payload: { key: 'i1:card' } },
  })
  expect(slack.callsOf('chat.postMessage')[0]?.args).toMatchObject({ parse: 'none', link_names: expect.anything() })
  expect(slack.callsOf('chat.update')[0]?.args).not.toHaveProperty('metadata')
})

describe.each(['chat.postMessage', 'chat.update'] as const)('%s', (method) => {
  async function aCall() {
    const { slack, sender, lines } = await aSender()
    const { ts } = await aQuickClient(slack).chat.postMessage({
      channel: oncall,
      text: 'old',
      blocks: message.blocks as never,
    })
    const call = (given: SlackMessage = message, channel: string = oncall) =>
      method === 'chat.update'
        ? sender.update({ channel, ts: ts ?? '', message: given })
        : sender.post({ channel, key: 'k', message: given })
    return { slack, call, lines }
  }

  test.each([
    ['a 429', { retryAfter: 7 }, { afterSeconds: 7, uncertain: false }],
    ['HTTP 500', { status: 500 }, { afterSeconds: 1, uncertain: true }],
    ['HTTP 403 of a proxy', { status: 403 }, { afterSeconds: 30, uncertain: false }],
    ['no answer', { hang: true }, { afterSeconds: 1, uncertain: true }],
    ['a cut', { drop: true }, { afterSeconds: 1, uncertain: true }],
    ['internal_error', { error: 'internal_error' }, { afterSeconds: 1, uncertain: true }],
    ['service_unavailable', { error: 'service_unavailable' }, { afterSeconds: 1, uncertain: false }],
    ['ratelimited', { error: 'ratelimited' }, { afterSeconds: 30, uncertain: false }],
  ] as const)('after %s it is worth another try', async (_name, fault, wanted) => {
    const { slack, call } = await aCall()
    slack.fail(method, { ...fault, times: 1 })
    expect(await call()).toMatchObject({ status: 'retry', ...wanted })
    expect(await call()).toMatchObject({ status: 'sent' })
  })

  test.each([
    'channel_not_found',
    'is_archived',
    'not_in_channel',
    'invalid_auth',
    'account_inactive',
    'missing_scope',
  ])('%s waits for a person, with the mend', async (error) => {
    const { slack, call } = await aCall()
    slack.fail(method, { error })
    const outcome = await call()
    expect(outcome).toMatchObject({
      status: 'retry',
      uncertain: false,
      reason: expect.stringMatching(new RegExp(`^${error}.*: .{10}`, 'u')),
    })
    expect(slack.callsOf(method).filter(({ args }) => args['text'] === message.text)).toHaveLength(1)
  })

  test('a bad layout goes out as text, with a line in the log and no old blocks left', async () => {
    const { slack, call, lines } = await aCall()
    expect(await call(bad)).toMatchObject({ status: 'sent' })
    const last = slack.channel(oncall).messages.at(-1)
    expect(last?.text).toBe('still said')
    expect(last?.blocks ?? []).toEqual([])
    expect(lines()).toMatch(/"level":"warn".*invalid_blocks.*\/blocks\/0/u)
  })

  test('a text that is too long is cut, not inside an entity', async () => {
    const { slack, call } = await aCall()
    slack.fail(method, { error: 'msg_too_long', times: 1 })
    expect(await call({ text: `${'x'.repeat(3996)}&amp;&amp;`, blocks: [] })).toMatchObject({ status: 'sent' })
    expect(slack.channel(oncall).messages.at(-1)?.text).toBe(`${'x'.repeat(3996)}…`)
  })
})

test('real refusals of the workspace: unknown, archived, private, revoked', async () => {
  const { slack, sender } = await aSender()
  const post = (channel: string) => sender.post({ channel, key: 'k', message })
  expect(await post('C0NOWHERE00')).toMatchObject({
    status: 'retry',
    reason: expect.stringContaining('channel_not_found'),
  })
  expect(await post(archived)).toMatchObject({ status: 'retry', reason: expect.stringContaining('unarchive') })
  expect(await post(secret)).toMatchObject({ status: 'retry' })
  const gone = await sender.update({ channel: oncall, ts: '1.000001', message })
  expect(gone).toMatchObject({ status: 'refused', reason: 'message_not_found: the message was deleted in Slack' })
  slack.revoke('bot')
  expect(await post(oncall)).toMatchObject({ status: 'retry', reason: expect.stringContaining('token_revoked') })
})

describe('find', () => {
  test('finds the post whose answer was lost, in the channel and in a thread', async () => {
    const { slack, sender } = await aSender()
    slack.fail('chat.postMessage', { hang: true, takesEffect: true, times: 1 })
    expect(await sender.post({ channel: oncall, key: 'card', message })).toMatchObject({ uncertain: true })
    const ts = await sender.find({ channel: oncall, key: 'card' })
    expect(ts).toBe(slack.channel(oncall).messages[0]?.ts)
    slack.fail('chat.postMessage', { drop: true, takesEffect: true, times: 1 })
    const threadTs = ts ?? ''
    await sender.post({ channel: oncall, threadTs, key: 'reply', message })
    expect(await sender.find({ channel: oncall, threadTs, key: 'reply' })).toBe(
      slack.channel(oncall).threads[0]?.replies[0]?.ts,
    )
    expect(await sender.find({ channel: oncall, key: 'reply' })).toBeUndefined()
  })

  test('reads a long thread to its end', async () => {
    const { sender } = await aSender()
    const card = await sender.post({ channel: oncall, key: 'card', message })
    const threadTs = card.status === 'sent' ? card.ts : ''
    for (let n = 0; n < 120; n += 1) await sender.post({ channel: oncall, threadTs, key: `r${n}`, message })
    expect(await sender.find({ channel: oncall, threadTs, key: 'r119' })).toMatch(/^\d+\.\d+$/u)
    expect(await sender.find({ channel: oncall, threadTs, key: 'r120' })).toBeUndefined()
  })

  test("says when it can't look: not found is another thing", async () => {
    const { slack, sender } = await aSender()
    await expect(sender.find({ channel: 'C0NOWHERE00', key: 'k' })).rejects.toMatchObject({
      retryable: false,
      message: expect.stringMatching(/^can't look into C0NOWHERE00 of Slack: channel_not_found/u),
    })
    slack.fail('conversations.history', { retryAfter: 3 })
    await expect(sender.find({ channel: oncall, key: 'k' })).rejects.toMatchObject({ retryable: true })
  })
})

test('checkSlack says who we are, or why not', async () => {
  const slack = await aSlack()
  const client = aQuickClient(slack, 20_000)
  expect(await checkSlack(client)).toMatchObject({ ok: true, detail: expect.stringContaining('whyslow') })
  const mend = slack.fail('auth.test', { hang: true })
  expect(await checkSlack(client)).toEqual({ ok: false, detail: 'Slack did not answer within 3 s' })
  mend()
  slack.revoke('bot')
  expect(await checkSlack(client)).toMatchObject({ ok: false, detail: expect.stringContaining('token_revoked') })
})
