import { SocketModeReceiver } from '@slack/bolt'
import { describe, expect, test, vi } from 'vitest'
import type { SlackMessage } from '../../src/domain/post.ts'
import type { Speak } from '../../src/domain/text.ts'
import { WhyslowError } from '../../src/lib/errors.ts'
import type { LocalSlack } from '../../src/sandbox/slack/start-local-slack.ts'
import { SEED } from '../../src/sandbox/slack/workspace/seed.ts'
import type { SlackApp } from '../../src/slack/create-bolt-app.ts'
import { keepConnected } from '../../src/slack/keep-connected.ts'
import { createSeenEvents } from '../../src/slack/seen-events.ts'
import { speakIn } from '../../src/words/speak-in.ts'
import { aSlack, silent } from '../sandbox/slack/local.ts'
import { aDraft, anApp, answer } from './an-app.ts'
import { aLog } from './ends.ts'

const { oncall, alice } = SEED

describe.each(['http', 'socket'] as const)('over %s', (mode) => {
  test('a command is acknowledged at once and answered in the channel', async () => {
    const { slack, app, handlers } = await anApp(mode)
    const waiting = deferred<SlackMessage>()
    handlers.onCommand.mockReturnValue(waiting.promise)
    const { receipt } = await slack.sendSlashCommand({ command: '/vllm', text: 'why-slow qwen 15m' })
    expect(receipt).toMatchObject({ status: 'acked' })
    expect(receipt.tookMs).toBeLessThan(1000)
    expect(slack.channel(oncall).messages).toEqual([])
    expect(slack.channel(oncall).ephemeral).toMatchObject([{ text: 'Reading the evidence…' }])
    waiting.resolve(answer)
    const shown = await slack.waitFor(() => slack.channel(oncall).messages[0])
    expect(shown).toMatchObject({ text: answer.text, origin: 'response_url' })
    expect(shown.blocks).toHaveLength(2)
    expect(handlers.onCommand).toHaveBeenCalledExactlyOnceWith({
      command: { kind: 'why-slow', subject: 'qwen', window: 900 },
      channel: oncall,
      person: expect.objectContaining({ id: alice }),
    })
    expect(app.status().ok).toBe(true)
  })

  test.each(['', 'help', 'why-slwo'])('%j is answered to the person alone', async (text) => {
    const { slack, handlers } = await anApp(mode)
    handlers.onCommand.mockResolvedValueOnce({ text: 'told', blocks: [] })
    await slack.sendSlashCommand({ command: '/vllm', text })
    await slack.waitFor(() => slack.channel(oncall).ephemeral.find((told) => told.text === 'told'))
    expect(slack.channel(oncall).ephemeral).toHaveLength(1)
    expect(slack.channel(oncall).messages).toEqual([])
  })

  test('a command that fails gives one clear line to the person, and no stack', async () => {
    const { slack, handlers, lines } = await anApp(mode)
    const heard = (text: string) =>
      slack.waitFor(() => slack.channel(oncall).ephemeral.find((told) => told.text === text))
    handlers.onCommand.mockRejectedValueOnce(new TypeError('undefined is not a <function>'))
    await slack.sendSlashCommand({ command: '/vllm', text: 'why-slow' })
    await heard("I can't answer that: something went wrong inside whyslow, and its log says what. Please try again.")
    expect(lines()).toContain('undefined is not a <function>')
    handlers.onCommand.mockRejectedValueOnce(new WhyslowError('prometheus_down', 'no answer from <prom>'))
    await slack.sendSlashCommand({ command: '/vllm', text: 'why-slow' })
    await heard("I can't answer that: no answer from &lt;prom&gt;")
    expect(slack.channel(oncall).ephemeral).toHaveLength(4)
    expect(slack.channel(oncall).messages).toEqual([])
  })

  test('an answer whose layout Slack does not take goes out as text', async () => {
    const { slack, handlers } = await anApp(mode)
    handlers.onCommand.mockResolvedValueOnce({ text: 'said', blocks: [{ type: 'header', text: 'no object' }] })
    await slack.sendSlashCommand({ command: '/vllm', text: 'why-slow' })
    expect(await slack.waitFor(() => slack.channel(oncall).messages[0])).toMatchObject({ text: 'said' })
  })

  test('a mention is answered once in its thread, though delivered twice', async () => {
    const { slack, handlers } = await anApp(mode)
    const { ts } = await say(slack, 'hello')
    const event = {
      type: 'app_mention',
      user: alice,
      channel: oncall,
      ts: '1700000000.000200',
      event_ts: '1700000000.000200',
      thread_ts: ts,
      text: `<@${slack.botUserId}> why-slow &amp;`,
    }
    await slack.sendEvent(event, { eventId: 'EvTWICE', copies: 2 })
    await slack.waitFor(() => slack.channel(oncall).threads[0]?.replies[0])
    await slack.sendEvent(event, { eventId: 'EvTWICE' })
    await slack.sendEvent({ ...event, user: slack.botUserId, bot_id: slack.botId }, { eventId: 'EvBOT' })
    await slack.sendEvent(event, { eventId: 'EvNEXT' })
    await slack.waitFor(() => slack.channel(oncall).threads[0]?.replies[1])
    expect(handlers.onThread).toHaveBeenCalledTimes(2)
    expect(handlers.onThread).toHaveBeenCalledWith({
      command: { kind: 'why-slow', subject: '&' },
      channel: oncall,
      person: expect.objectContaining({ id: alice }),
      threadTs: ts,
    })
    expect(slack.channel(oncall).threads[0]?.replies).toHaveLength(2)
  })

  test('a mention outside a thread opens one; a failure is told there; a 429 is waited out', async () => {
    const { slack, handlers } = await anApp(mode)
    handlers.onThread.mockRejectedValueOnce(new Error('boom'))
    slack.fail('chat.postMessage', { retryAfter: 1, times: 1 })
    const { ts } = await say(slack, `<@${slack.botUserId}> why`)
    const reply = await slack.waitFor(() => slack.channel(oncall).threads[0]?.replies[0])
    expect(reply).toMatchObject({ text: expect.stringMatching(/^I can't answer that/u) })
    expect(slack.channel(oncall).threads[0]).toMatchObject({ parent: { ts } })
  })

  test('the button runs again, and tells the person who pressed it what went wrong', async () => {
    const { slack, app, handlers } = await anApp(mode)
    const { ts = '' } = await app.client.chat.postMessage({
      channel: oncall,
      text: 'card',
      blocks: answer.blocks as never,
    })
    const press = (actionId: string) => slack.press({ channel: oncall, ts, actionId })
    expect((await press('run_again')).receipt.status).toBe('acked')
    await vi.waitFor(() =>
      expect(handlers.onPress).toHaveBeenCalledExactlyOnceWith({
        deed: 'run_again',
        subject: 'inc_7',
        person: { id: alice, name: 'alice' },
        channel: oncall,
        threadTs: ts,
      }),
    )
    handlers.onPress.mockRejectedValueOnce(new WhyslowError('gone', 'incident inc_7 is closed'))
    await press('run_again')
    const told = await slack.waitFor(() => slack.channel(oncall).ephemeral[0])
    expect(told.text).toBe("I can't answer that: incident inc_7 is closed")
    expect(slack.channel(oncall).messages[0]?.text).toBe('card')
  })

  test('a command that Slack sends again is acknowledged and not answered again', async () => {
    const { slack, app, handlers } = await anApp(mode)
    const { receipt, triggerId } = await slack.sendSlashCommand({ command: '/vllm', text: 'why-slow' })
    expect(receipt.status).toBe('acked')
    await slack.waitFor(() => slack.channel(oncall).messages[0])
    const again = await slack.sendSlashCommand({ command: '/vllm', text: 'why-slow', triggerId })
    expect(again.receipt.status).toBe('acked')
    const { ts = '' } = await app.client.chat.postMessage({ channel: oncall, text: 'another' })
    expect(ts).not.toBe('')
    expect(handlers.onCommand).toHaveBeenCalledOnce()
    expect(slack.channel(oncall).messages.map(({ text }) => text)).toEqual([answer.text, 'another'])
  })

  test('a response URL that has run out is made up for in the channel, or for the person alone', async () => {
    const { slack, handlers } = await anApp(mode)
    slack.fail('response_url', { status: 404, times: 1 })
    await slack.sendSlashCommand({ command: '/vllm', text: 'why-slow' })
    const shown = await slack.waitFor(() => slack.channel(oncall).messages[0])
    expect(shown).toMatchObject({ text: answer.text, origin: 'web_api' })
    handlers.onCommand.mockResolvedValueOnce({ text: 'told', blocks: [] })
    slack.fail('response_url', { status: 404, times: 1 })
    await slack.sendSlashCommand({ command: '/vllm', text: 'help' })
    const told = await slack.waitFor(() => slack.channel(oncall).ephemeral.find(({ text }) => text === 'told'))
    expect(told.origin).toBe('web_api')
  })

  test('the shortcut of a message is answered once in its thread', async () => {
    const { slack, handlers } = await anApp(mode)
    const { ts } = await say(slack, 'why is it slow?')
    const { receipt, triggerId } = await slack.runShortcut({ callbackId: 'why_slow', on: { channel: oncall, ts } })
    expect(receipt.status).toBe('acked')
    const reply = await slack.waitFor(() => slack.channel(oncall).threads[0]?.replies[0])
    expect(reply).toMatchObject({ text: answer.text })
    expect(slack.channel(oncall).ephemeral.map(({ text }) => text)).toEqual(['Reading the evidence…'])
    expect(handlers.onThread).toHaveBeenCalledExactlyOnceWith({
      command: { kind: 'why-slow' },
      channel: oncall,
      person: expect.objectContaining({ id: alice }),
      threadTs: ts,
    })
    await slack.sendInteraction({
      type: 'message_action',
      callback_id: 'why_slow',
      trigger_id: triggerId,
      channel: { id: oncall, name: 'llm-oncall' },
      message: { ts, text: 'why is it slow?' },
      message_ts: ts,
      response_url: slack.origin,
    })
    expect(handlers.onThread).toHaveBeenCalledOnce()
  })

  test('the shortcut in a channel that the bot may not post to says so', async () => {
    const { slack, app } = await anApp(mode)
    slack.setMembership(oncall, true)
    const { ts = '' } = await app.client.chat.postMessage({ channel: oncall, text: 'x' })
    slack.fail('chat.postMessage', { error: 'not_in_channel' })
    await slack.runShortcut({ callbackId: 'why_slow', on: { channel: oncall, ts } })
    await slack.waitFor(() => slack.channel(oncall).ephemeral.find(({ text }) => text.includes('/invite @whyslow')))
  })

  test('the dialog speaks as its channel does, when it opens and when its choice has changed', async () => {
    const chinese = (channel: string): Speak => speakIn(channel === oncall ? 'zh' : 'en')
    const { slack, app, handlers } = await anApp(mode, undefined, chinese)
    await openDialog(slack, app)
    const counted = await slack.waitFor(() => slack.views().find((one) => says(one, '当前匹配 2 条活跃告警')))
    handlers.silences.preview.mockResolvedValueOnce({ kind: 'counted', count: 9 })
    await untick(slack, counted)
    const anew = await slack.waitFor(() => slack.views().find((one) => says(one, '当前匹配 9 条活跃告警')))
    expect(says(anew, 'Silence')).toBe(false)
  })

  test('the dialog counts anew when a label is unticked, and what is sent twice is made once', async () => {
    const { slack, app, handlers } = await anApp(mode)
    await openDialog(slack, app)
    const counted = await slack.waitFor(() => slack.views().find((one) => says(one, 'matches 2 active alerts')))
    handlers.silences.preview.mockResolvedValueOnce({ kind: 'counted', count: 9 })
    const view = await untick(slack, counted)
    await slack.waitFor(() => slack.views().find((one) => says(one, 'matches 9 active alerts')))
    expect(handlers.silences.preview).toHaveBeenLastCalledWith(
      expect.objectContaining({ matchers: aDraft.matchers.slice(0, 1) }),
    )
    const submission = { type: 'view_submission', trigger_id: 't2', view }
    expect((await slack.sendInteraction(submission)).status).toBe('acked')
    expect((await slack.sendInteraction(submission)).status).toBe('acked')
    expect(handlers.silences.make).toHaveBeenCalledExactlyOnceWith({
      draft: expect.objectContaining({ incidentId: 'inc_7', length: 3600, comment: 'why' }),
      person: { id: alice, name: 'alice' },
    })
    handlers.silences.make.mockResolvedValueOnce({ kind: 'refused', field: 'matchers', line: 'no' })
    const refused = await slack.sendInteraction({ ...submission, trigger_id: 't3' })
    expect(refused).toMatchObject({ body: { response_action: 'errors', errors: { matchers: 'no' } } })
  })

  test('a Slack that is down at the start ends nothing, and the status tells', async () => {
    const slack = await aSlack({ mode: 'lenient' })
    const mend = slack.fail('*', { status: 503 })
    const { app } = await anApp(mode, slack)
    expect(app.status()).toMatchObject({ ok: false, detail: expect.stringContaining('503') })
    mend()
    if (mode === 'http') return
    await vi.waitFor(() => expect(slack.socket.connections()).toBe(1), 8000)
    expect((await slack.sendSlashCommand({ command: '/vllm', text: 'why-slow' })).receipt.status).toBe('acked')
  })

  test('a revoked token is told with its mend', async () => {
    const slack = await aSlack({ mode: 'lenient' })
    slack.revoke(mode === 'http' ? 'bot' : 'app')
    const { app, lines } = await anApp(mode, slack)
    expect(app.status()).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/token_revoked: install the app again/u),
    })
    expect(lines()).not.toContain(slack.botToken)
    expect(lines()).not.toContain(slack.appToken)
  })
})

describe('over HTTP', () => {
  test.each(['wrong', 'missing', 'stale'] as const)('a %s signature is refused', async (signature) => {
    const { slack, handlers } = await anApp('http')
    const { receipt } = await slack.sendSlashCommand({ command: '/vllm', signature })
    expect(receipt).toMatchObject({ status: 'refused', httpStatus: 401 })
    expect(handlers.onCommand).not.toHaveBeenCalled()
  })

  test("answers Slack's question for the address, and 404 elsewhere", async () => {
    const { slack, port } = await anApp('http')
    expect(await slack.verifyUrl()).toBe(true)
    expect((await fetch(`http://127.0.0.1:${port}/elsewhere`, { method: 'POST' })).status).toBe(404)
  })
})

describe('the connection', () => {
  test.each(['refresh_requested', 'warning', 'cut'] as const)(
    'comes back at once or soon after "%s"',
    async (reason) => {
      const { slack, app } = await anApp('socket')
      if (reason === 'cut') slack.socket.drop()
      else slack.socket.disconnect(reason)
      await vi.waitFor(() => expect(slack.callsOf('apps.connections.open')).toHaveLength(2), 5000)
      await vi.waitFor(() => expect(app.status().ok).toBe(true), 5000)
      expect((await slack.sendSlashCommand({ command: '/vllm', text: 'why-slow' })).receipt.status).toBe('acked')
    },
  )

  test('ends with the app and is not opened again', async () => {
    const { slack, app } = await anApp('socket')
    await app.stop()
    await vi.waitFor(() => expect(slack.socket.connections()).toBe(0))
    expect(app.status().ok).toBe(false)
    expect(slack.callsOf('apps.connections.open')).toHaveLength(1)
  })

  test('survives a frame of an unknown shape', async () => {
    const slack = await aSlack()
    const { log, lines } = aLog()
    const clientOptions = { slackApiUrl: slack.url }
    const { client } = new SocketModeReceiver({
      appToken: slack.appToken,
      installerOptions: { clientOptions },
      logger: silent,
    })
    keepConnected(client, log)
    client.emit('ws_message', JSON.stringify({ type: 'events_api', payload: { type: 'app_rate_limited' } }), false)
    await vi.waitFor(() => expect(lines()).toContain('could not be read'))
  })
})

test('old events are forgotten, new ones known', () => {
  const seen = createSeenEvents(2)
  expect(['a', 'a', 'b', 'c', 'c', 'a'].map((id) => seen.take(id))).toEqual([true, false, true, true, false, true])
})

type Opened = ReturnType<LocalSlack['views']>[number]

async function openDialog(slack: LocalSlack, app: SlackApp): Promise<void> {
  const button = { type: 'button', action_id: 'silence', value: 'inc_7', text: { type: 'plain_text', text: 'S' } }
  const blocks = [{ type: 'actions', elements: [button] }]
  const { ts = '' } = await app.client.chat.postMessage({ channel: oncall, text: 'card', blocks })
  await slack.press({ channel: oncall, ts, actionId: 'silence' })
}

/** Leaves the first of the labels ticked; the view as Slack then sends it. */
async function untick(slack: LocalSlack, { view: shown, id, hash }: Opened): Promise<object> {
  const state = {
    values: {
      length: { length: { selected_option: { value: '3600' } } },
      matchers: { matchers: { selected_options: [{ value: '0' }] } },
      comment: { comment: { value: 'why' } },
    },
  }
  const view = { ...shown, id, hash, state }
  await slack.sendInteraction({
    type: 'block_actions',
    trigger_id: 't1',
    actions: [{ type: 'checkboxes', action_id: 'matchers', block_id: 'matchers', selected_options: [{ value: '0' }] }],
    view,
    container: { type: 'view', view_id: id },
  })
  return view
}

function says({ view }: { readonly view: object }, words: string): boolean {
  return JSON.stringify(view).includes(words)
}

async function say(slack: LocalSlack, text: string): Promise<{ readonly ts: string }> {
  await slack.say({ text })
  return slack.waitFor(() => slack.channel(oncall).messages.at(-1))
}

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
