import { WebClient, WebClientEvent } from '@slack/web-api'
import { describe, expect, test } from 'vitest'
import { SEED } from '../../../../src/sandbox/slack/workspace/seed.ts'
import { aClient, aSlack, refusalOf, silent } from '../local.ts'

const { oncall, general } = SEED
const START = 1_700_000_000_000

describe('rates', () => {
  test('a channel takes a short burst and then one message a second; another channel is not held up', async () => {
    let now = START
    const slack = await aSlack({ now: () => now })
    const client = aClient(slack)
    const post = (channel: string) => refusalOf(client.chat.postMessage({ channel, text: 'x' }))
    for (const _ of [1, 2, 3]) expect(await post(oncall)).toBe('no refusal')
    expect(await post('#llm-oncall')).toBe('slack_webapi_rate_limited_error')
    expect(await post(general)).toBe('no refusal')
    now += 1000
    expect(await post(oncall)).toBe('no refusal')
    expect(await post(oncall)).toBe('slack_webapi_rate_limited_error')
    expect(slack.channel(oncall).messages).toHaveLength(4)
  })

  test('a refusal is HTTP 429 with Retry-After in whole seconds', async () => {
    const slack = await aSlack({ now: () => START })
    for (const _ of [1, 2, 3]) await aClient(slack).chat.postMessage({ channel: oncall, text: 'x' })
    const answer = await fetch(`${slack.url}chat.postMessage`, {
      method: 'POST',
      headers: { authorization: `Bearer ${slack.botToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ channel: oncall, text: 'x' }),
    })
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(await answer.json()).toEqual({ ok: false, error: 'ratelimited' })
  })

  test('fifty edits a minute, and the wait is said', async () => {
    let now = START
    const slack = await aSlack({ now: () => now })
    const client = aClient(slack)
    const { ts = '' } = await client.chat.postMessage({ channel: oncall, text: 'card' })
    const edit = () => client.chat.update({ channel: oncall, ts, text: 'x' })
    for (let count = 0; count < 50; count += 1) await edit()
    now += 20_000
    await expect(edit()).rejects.toMatchObject({ retryAfter: 40 })
    now += 40_000
    expect((await edit()).ok).toBe(true)
  })

  test('lenient mode has none', async () => {
    const slack = await aSlack({ mode: 'lenient', now: () => START })
    for (let count = 0; count < 10; count += 1) await aClient(slack).chat.postMessage({ channel: oncall, text: 'x' })
    expect(slack.channel(oncall).messages).toHaveLength(10)
  })

  test("Slack's client waits as long as it is told and then gets through", async () => {
    const slack = await aSlack()
    slack.fail('chat.postMessage', { times: 1, retryAfter: 1 })
    const client = new WebClient(slack.botToken, { slackApiUrl: slack.url, logger: silent })
    const waits: number[] = []
    client.on(WebClientEvent.RATE_LIMITED, (seconds: number) => waits.push(seconds))
    await client.chat.postMessage({ channel: oncall, text: 'x' })
    expect(waits).toEqual([1])
    expect(slack.callsOf('chat.postMessage').map(({ outcome }) => outcome.kind === 'answer' && outcome.status)).toEqual(
      [429, 200],
    )
  })
})

describe('faults', () => {
  test.each([
    ["Slack's own error", { error: 'fatal_error' }, 'fatal_error'],
    ['a 500', { status: 500, body: 'oops' }, 'slack_webapi_http_error'],
    ['a cut connection', { drop: true as const }, 'slack_webapi_request_error'],
  ])('%s, as often as planned', async (_name, fault, expected) => {
    const slack = await aSlack()
    const client = aClient(slack)
    slack.fail('chat.postMessage', { times: 1, ...fault })
    expect(await refusalOf(client.chat.postMessage({ channel: oncall, text: 'x' }))).toBe(expected)
    expect(slack.channel(oncall).messages).toHaveLength(0)
    expect(await refusalOf(client.chat.postMessage({ channel: oncall, text: 'x' }))).toBe('no refusal')
  })

  test('no answer at all, until the caller gives up; the message may be there all the same', async () => {
    const slack = await aSlack()
    const client = new WebClient(slack.botToken, {
      slackApiUrl: slack.url,
      timeout: 100,
      retryConfig: { retries: 0 },
      logger: silent,
    })
    slack.fail('chat.postMessage', { times: 1, hang: true })
    expect(await refusalOf(client.chat.postMessage({ channel: oncall, text: 'lost' }))).toBe(
      'slack_webapi_request_error',
    )
    slack.fail('chat.postMessage', { times: 1, hang: true, takesEffect: true })
    expect(await refusalOf(client.chat.postMessage({ channel: oncall, text: 'posted' }))).toBe(
      'slack_webapi_request_error',
    )
    expect(slack.channel(oncall).messages.map(({ text }) => text)).toEqual(['posted'])
  })

  test('only for some calls, for every method, and until it is ended', async () => {
    const slack = await aSlack()
    const client = aClient(slack)
    slack.fail('chat.postMessage', { error: 'fatal_error', when: ({ text }) => text === 'bad' })
    expect(await refusalOf(client.chat.postMessage({ channel: oncall, text: 'bad' }))).toBe('fatal_error')
    expect(await refusalOf(client.chat.postMessage({ channel: oncall, text: 'good' }))).toBe('no refusal')
    const end = slack.fail('*', { error: 'service_unavailable' })
    expect(await refusalOf(client.auth.test())).toBe('service_unavailable')
    end()
    expect(await refusalOf(client.auth.test())).toBe('no refusal')
  })
})
