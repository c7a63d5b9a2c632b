import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { SEED } from '../../../../src/sandbox/slack/workspace/seed.ts'
import { actions, button, option, plain, section } from '../blocks/samples.ts'
import { aSlack, anHttpApp, refusalOf } from '../local.ts'

const { oncall, general, alice, bob } = SEED

describe('slash commands', () => {
  test('go to the bot and back: acknowledged at once, answered later', async () => {
    const slack = await aSlack()
    const app = await anHttpApp(slack)
    app.command('/vllm', async ({ ack, respond, command }) => {
      await ack()
      await respond({ response_type: 'in_channel', text: `${command.user_id} asks ${command.text}` })
    })
    const { receipt, shown } = await slack.sendSlashCommand({ command: '/vllm', text: 'why-slow', user: bob })
    expect(receipt).toMatchObject({ status: 'acked', body: undefined })
    expect(receipt.tookMs).toBeLessThan(3000)
    expect(shown).toBeUndefined()
    const answer = await slack.waitFor(() => slack.channel(oncall).messages[0])
    expect(answer).toMatchObject({ text: `${bob} asks why-slow`, origin: 'response_url' })
  })

  test('may be answered with the acknowledgement, for one person or for all', async () => {
    const slack = await aSlack()
    const app = await anHttpApp(slack)
    app.command('/text', ({ ack }) => ack('for you'))
    app.command('/all', ({ ack }) => ack({ response_type: 'in_channel', text: 'for all' }))
    app.command('/bad', ({ ack }) => ack({ blocks: [section('')] as never, text: 'x' }))
    await slack.sendSlashCommand({ command: '/text' })
    await slack.sendSlashCommand({ command: '/all', channel: general })
    expect(slack.channel(oncall).ephemeral).toMatchObject([{ text: 'for you', audience: { userId: alice } }])
    expect(slack.channel(general).messages).toMatchObject([{ text: 'for all', origin: 'acknowledgement' }])
    expect((await slack.sendSlashCommand({ command: '/bad' })).shown).toMatchObject({
      ok: false,
      error: 'invalid_blocks',
    })
  })

  test('not acknowledged in time are an operation_timeout', async () => {
    const slack = await aSlack({ ackLimitMs: 100 })
    const app = await anHttpApp(slack)
    app.command('/vllm', async ({ ack }) => {
      await sleep(300)
      await ack()
    })
    const { receipt } = await slack.sendSlashCommand({ command: '/vllm' })
    expect(receipt.status).toBe('operation_timeout')
    expect(receipt.tookMs).toBeGreaterThanOrEqual(95)
  })

  test('to a bot that is not there are unreachable', async () => {
    const slack = await aSlack()
    slack.deliverTo({ kind: 'http', url: 'http://127.0.0.1:9/slack/events' })
    expect((await slack.sendSlashCommand({ command: '/vllm' })).receipt.status).toBe('unreachable')
  })
})

describe('signatures', () => {
  test.each(['wrong', 'missing', 'stale'] as const)('Bolt turns a %s one away with 401', async (signature) => {
    const slack = await aSlack()
    const app = await anHttpApp(slack)
    let isCalled = false
    app.command('/vllm', async ({ ack }) => {
      isCalled = true
      await ack()
    })
    const { receipt } = await slack.sendSlashCommand({ command: '/vllm', signature })
    expect(receipt).toMatchObject({ status: 'refused', httpStatus: 401 })
    expect(isCalled).toBe(false)
  })

  test('Bolt answers the challenge', async () => {
    const slack = await aSlack()
    await anHttpApp(slack)
    expect(await slack.verifyUrl()).toBe(true)
  })
})

describe('events', () => {
  test('a mention reaches the bot, which answers in the thread', async () => {
    const slack = await aSlack()
    const app = await anHttpApp(slack)
    app.event('app_mention', async ({ event, say }) => {
      await say({ text: `<@${event.user}> looking`, thread_ts: event.ts })
    })
    app.message(/./, async () => {})
    const { message, events } = await slack.say({ text: `<@${slack.botUserId}> why-slow` })
    expect(events.map(({ attempts }) => attempts.flat().map(({ status }) => status))).toEqual([['acked'], ['acked']])
    const reply = await slack.waitFor(() => slack.channel(oncall).threads[0]?.replies[0])
    expect(reply).toMatchObject({
      threadTs: message.ts,
      activeMentions: [{ kind: 'user', id: alice, at: '/text', by: 'markup' }],
    })
  })

  test('nothing is told of channels the bot is not in', async () => {
    const slack = await aSlack()
    await anHttpApp(slack)
    expect((await slack.say({ text: `<@${slack.botUserId}>`, channel: general })).events).toEqual([])
  })

  test('are sent again, with their number and reason, until they are taken', async () => {
    const slack = await aSlack({ eventRetryDelaysMs: [0, 10, 20] })
    const seen: (readonly [unknown, unknown])[] = []
    const app = await anHttpApp(slack, { processBeforeResponse: true })
    app.event('app_mention', async ({ context }) => {
      seen.push([context.retryNum, context.retryReason])
      if (seen.length < 3) throw new Error('not yet')
    })
    const { attempts } = await slack.sendEvent({
      type: 'app_mention',
      user: alice,
      text: 'x',
      ts: '1.2',
      channel: oncall,
      event_ts: '1.2',
    })
    expect(attempts[0]?.map(({ status }) => status)).toEqual(['refused', 'refused', 'acked'])
    expect(seen).toEqual([
      [undefined, undefined],
      [1, 'http_error'],
      [2, 'http_error'],
    ])
  })

  test('may come twice under one id', async () => {
    const slack = await aSlack()
    const ids: string[] = []
    const app = await anHttpApp(slack)
    app.event('app_mention', async ({ body }) => {
      ids.push(body.event_id)
    })
    const event = { type: 'app_mention', user: alice, text: 'x', ts: '1.2', channel: oncall, event_ts: '1.2' }
    const { eventId } = await slack.sendEvent(event, { copies: 2 })
    await expect.poll(() => ids).toEqual([eventId, eventId])
  })
})

describe('buttons and menus', () => {
  const card = [
    actions(button({ action_id: 'again', value: 'i1' }), {
      type: 'overflow',
      action_id: 'more',
      options: [option('ack'), option('silence')],
    }),
  ]

  test('only what is there can be pressed; the bot may replace the message', async () => {
    const slack = await aSlack()
    const app = await anHttpApp(slack)
    const { ts = '' } = await app.client.chat.postMessage({ channel: oncall, text: 'card', blocks: card })
    app.action('again', async ({ ack, respond, action, body }) => {
      await ack()
      await respond({ replace_original: true, text: `${body.user.id} pressed ${'value' in action && action.value}` })
    })
    expect((await slack.press({ channel: oncall, ts, actionId: 'again', user: bob })).receipt.status).toBe('acked')
    const message = await slack.waitFor(() => slack.channel(oncall).messages.find(({ edits }) => edits.length > 0))
    expect(message).toMatchObject({ ts, text: `${bob} pressed i1`, blocks: [] })
    await expect(slack.press({ channel: oncall, ts, actionId: 'again' })).rejects.toMatchObject({
      code: 'no_such_element',
    })
    await expect(slack.press({ channel: oncall, ts: '1.2', actionId: 'again' })).rejects.toMatchObject({
      code: 'no_such_message',
    })
  })

  test('a menu gives the option that was picked', async () => {
    const slack = await aSlack()
    const app = await anHttpApp(slack)
    const { ts = '' } = await app.client.chat.postMessage({ channel: oncall, text: 'card', blocks: card })
    const picked: unknown[] = []
    app.action('more', async ({ ack, action }) => {
      picked.push('selected_option' in action && action.selected_option)
      await ack()
    })
    await slack.press({ channel: oncall, ts, actionId: 'more', choose: 'silence' })
    expect(picked).toEqual([option('silence')])
    const wrong = slack.press({ channel: oncall, ts, actionId: 'more', choose: 'restart' })
    await expect(wrong).rejects.toMatchObject({ code: 'no_such_option' })
  })

  test('an ephemeral message is pressed by its reader only, and can be taken away', async () => {
    const slack = await aSlack()
    const app = await anHttpApp(slack)
    const { message_ts: ts = '' } = await app.client.chat.postEphemeral({
      channel: oncall,
      user: alice,
      text: 'sure?',
      blocks: card,
    })
    app.action('again', async ({ ack, respond }) => {
      await ack()
      await respond({ delete_original: true })
    })
    await expect(slack.press({ channel: oncall, ts, actionId: 'again', user: bob })).rejects.toMatchObject({
      code: 'no_such_message',
    })
    await slack.press({ channel: oncall, ts, actionId: 'again', user: alice })
    await slack.waitFor(() => slack.channel(oncall).ephemeral.length === 0)
  })
})

describe('views', () => {
  const modal = {
    type: 'modal',
    callback_id: 'silence',
    title: plain('Silence'),
    submit: plain('Silence'),
    notify_on_close: true,
    blocks: [
      { type: 'input', block_id: 'why', label: plain('Why'), element: { type: 'plain_text_input', action_id: 'why' } },
      {
        type: 'input',
        block_id: 'for',
        label: plain('For'),
        element: {
          type: 'static_select',
          action_id: 'for',
          options: [option('1h'), option('4h')],
          initial_option: option('1h'),
        },
      },
    ],
  }

  test('open on a trigger, come back with what was filled in, and close', async () => {
    const slack = await aSlack()
    const app = await anHttpApp(slack)
    app.command('/vllm', async ({ ack, client, command }) => {
      await ack()
      await client.views.open({ trigger_id: command.trigger_id, view: modal as never })
    })
    const filled: unknown[] = []
    app.view('silence', async ({ ack, view }) => {
      const { why, for: hours } = view.state.values
      filled.push([why?.['why']?.value, hours?.['for']?.selected_option?.value])
      await ack(why?.['why']?.value === 'x' ? { response_action: 'errors', errors: { why: 'too short' } } : undefined)
    })
    await slack.sendSlashCommand({ command: '/vllm', text: 'silence' })
    const { id: viewId } = await slack.waitFor(() => slack.views()[0])
    await expect(slack.submitView({ viewId })).rejects.toMatchObject({ code: 'required' })
    const first = await slack.submitView({ viewId, values: { why: 'x' } })
    expect(first.outcome).toEqual({ kind: 'errors', errors: { why: 'too short' } })
    expect(slack.views()).toHaveLength(1)
    const second = await slack.submitView({ viewId, values: { why: 'known', for: '4h' } })
    expect(second.outcome).toEqual({ kind: 'closed' })
    expect(slack.views()).toEqual([])
    expect(filled).toEqual([
      ['x', '1h'],
      ['known', '4h'],
    ])
  })

  test('a trigger works once and for three seconds', async () => {
    let now = 1_700_000_000_000
    const slack = await aSlack({ now: () => now })
    const app = await anHttpApp(slack)
    app.command('/vllm', ({ ack }) => ack())
    const open = (triggerId: string) =>
      refusalOf(app.client.views.open({ trigger_id: triggerId, view: modal as never }))
    const { triggerId } = await slack.sendSlashCommand({ command: '/vllm' })
    expect(await open(triggerId)).toBe('no refusal')
    expect(await open(triggerId)).toBe('exchanged_trigger_id')
    const late = await slack.sendSlashCommand({ command: '/vllm' })
    now += 3001
    expect(await open(late.triggerId)).toBe('expired_trigger_id')
    expect(await open('1.2.3')).toBe('invalid_trigger_id')
    expect(await open('')).toBe('invalid_trigger_id')
  })

  test('an invalid view, a stale hash and a view nobody opened are refused', async () => {
    const slack = await aSlack()
    const app = await anHttpApp(slack)
    app.command('/vllm', ({ ack }) => ack())
    const { triggerId } = await slack.sendSlashCommand({ command: '/vllm' })
    const bad = app.client.views.open({ trigger_id: triggerId, view: { ...modal, submit: undefined } as never })
    await expect(bad).rejects.toMatchObject({
      data: { error: 'invalid_arguments', errors: ['missing required field: submit [json-pointer:/view]'] },
    })
    const large = app.client.views.open({
      trigger_id: triggerId,
      view: { ...modal, extra: 'x'.repeat(250_000) } as never,
    })
    expect(await refusalOf(large)).toBe('view_too_large')
    const opened = await app.client.views.open({ trigger_id: triggerId, view: modal as never })
    const update = (hash: string, id = opened.view?.id ?? '') =>
      app.client.views.update({ view_id: id, hash, view: modal as never })
    await expect(update('stale')).rejects.toMatchObject({ data: { error: 'hash_conflict' } })
    await update(opened.view?.hash ?? '')
    await expect(update('', 'V0NONE')).rejects.toMatchObject({ data: { error: 'not_found' } })
  })

  test('a submitted view is changed or cleared by the answer, and a wrong answer is told as such', async () => {
    const slack = await aSlack()
    const app = await anHttpApp(slack)
    app.command('/vllm', ({ ack }) => ack())
    const answers: unknown[] = [
      { response_action: 'update', view: { ...modal, title: plain('Sure?') } },
      { response_action: 'update', view: { ...modal, title: plain('x'.repeat(25)) } },
      { response_action: 'errors', errors: { nowhere: 'too short' } },
      { response_action: 'push', view: modal },
      { response_action: 'clear' },
    ]
    app.view('silence', ({ ack }) => ack(answers.shift() as never))
    const { triggerId } = await slack.sendSlashCommand({ command: '/vllm' })
    await app.client.views.open({ trigger_id: triggerId, view: modal as never })
    const viewId = slack.views()[0]?.id ?? ''
    const submit = async () => (await slack.submitView({ viewId, values: { why: 'known' } })).outcome
    expect(await submit()).toMatchObject({ kind: 'updated', view: { id: viewId, view: { title: plain('Sure?') } } })
    const tooLong = 'must be less than 25 characters [json-pointer:/view/title/text]'
    expect(await submit()).toMatchObject({ kind: 'invalid', reasons: [tooLong] })
    expect(await submit()).toEqual({ kind: 'invalid', reasons: ["nowhere is no input's block_id"] })
    expect(await submit()).toEqual({ kind: 'invalid', reasons: ['unknown response_action'] })
    expect(await submit()).toEqual({ kind: 'closed' })
    await expect(submit()).rejects.toMatchObject({ code: 'no_such_view' })
  })

  test('closing is told to a bot that asked for it', async () => {
    const slack = await aSlack()
    const app = await anHttpApp(slack)
    const closed: string[] = []
    app.shortcut('silence-this', async ({ ack, client, shortcut }) => {
      await ack()
      await client.views.open({ trigger_id: shortcut.trigger_id, view: modal as never })
    })
    app.view({ callback_id: 'silence', type: 'view_closed' }, async ({ ack, view }) => {
      closed.push(view.id)
      await ack()
    })
    const { message } = await slack.say({ text: 'slow', isRetried: false })
    await slack.runShortcut({ callbackId: 'silence-this', on: { channel: oncall, ts: message.ts } })
    const { id } = await slack.waitFor(() => slack.views()[0])
    await slack.closeView(id)
    expect(closed).toEqual([id])
    expect(slack.views()).toEqual([])
  })
})
