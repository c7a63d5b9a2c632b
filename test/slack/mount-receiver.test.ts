import { describe, expect, onTestFinished, test } from 'vitest'
import { SEED } from '../../src/sandbox/slack/workspace/seed.ts'
import { anApp, answer } from './an-app.ts'
import { HOSTILE_BODIES, JSON_TYPE, postSigned } from './hostile-bodies.ts'

const { oncall } = SEED

/** What nobody caught while the test ran. */
function unseenFailures(): readonly unknown[] {
  const failures: unknown[] = []
  const note = (error: unknown): void => void failures.push(error)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  return failures
}

describe('a signed body', () => {
  test.each(HOSTILE_BODIES)(
    'that is %s gets 400 at once, and a command is answered after it',
    async (_name, type, body) => {
      const failures = unseenFailures()
      const { slack, url, handlers } = await anApp('http')
      const { status, tookMs } = await postSigned(url, slack.signingSecret, { type, body })
      expect(status).toBe(400)
      expect(tookMs).toBeLessThan(1000)
      const { receipt } = await slack.sendSlashCommand({ command: '/vllm', text: 'why-slow' })
      expect(receipt.status).toBe('acked')
      expect(await slack.waitFor(() => slack.channel(oncall).messages[0])).toMatchObject({ text: answer.text })
      expect(handlers.onCommand).toHaveBeenCalledOnce()
      expect(failures).toEqual([])
    },
  )

  test.each([
    ['an item that is null', { type: 'app_mention', item: null }],
    ['a channel that is null', { type: 'app_mention', channel: null }],
    ['nothing of a mention', { type: 'app_mention', user: 'U1' }],
    ['lists for texts', { type: 'app_mention', user: ['U1'], text: ['a'], channel: ['C'], ts: 1 }],
    ['no type', {}],
  ])('of an event with %s is answered at once, and nothing fails unseen', async (_name, event) => {
    const failures = unseenFailures()
    const { slack, url } = await anApp('http')
    const body = JSON.stringify({ type: 'event_callback', event_id: 'Ev1', event })
    const { tookMs } = await postSigned(url, slack.signingSecret, { type: JSON_TYPE, body })
    expect(tookMs).toBeLessThan(1000)
    expect((await slack.sendSlashCommand({ command: '/vllm', text: 'help' })).receipt.status).toBe('acked')
    expect(failures).toEqual([])
  })

  test('of more than a megabyte gets 413, and is not read to its end', async () => {
    const { slack, url } = await anApp('http')
    const body = JSON.stringify({ event: { type: 'message', text: 'x'.repeat(2 ** 20) } })
    expect(await postSigned(url, slack.signingSecret, { type: JSON_TYPE, body })).toMatchObject({ status: 413 })
  })
})

test.each(HOSTILE_BODIES)('unsigned, %s is not looked into: 401', async (_name, type, body) => {
  const { url, lines } = await anApp('http')
  expect(await postSigned(url, 'another secret', { type, body })).toMatchObject({ status: 401 })
  expect(lines()).toMatch(/"level":"warn".*not signed/u)
})

test("Slack's look at the certificate is answered unsigned, whatever else it carries", async () => {
  const { url, handlers } = await anApp('http')
  const body = `ssl_check=1&payload=${encodeURIComponent('{"command":"/vllm"}')}`
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await fetch(url, { method: 'POST', body, headers })).status).toBe(200)
  expect(handlers.onCommand).not.toHaveBeenCalled()
})
