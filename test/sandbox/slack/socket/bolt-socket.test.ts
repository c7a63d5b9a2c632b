import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { SEED } from '../../../../src/sandbox/slack/workspace/seed.ts'
import { aSlack, aSocketApp, aClient, refusalOf } from '../local.ts'
import { actions, button } from '../blocks/samples.ts'

const { oncall, alice } = SEED

test('a command goes down the socket and is answered', async () => {
  const slack = await aSlack()
  const app = aSocketApp(slack)
  app.command('/vllm', async ({ ack, respond }) => {
    await ack()
    await respond('queue.skew.lb')
  })
  app.command('/now', ({ ack }) => ack({ response_type: 'in_channel', text: 'at once' }))
  await app.start()
  const { receipt } = await slack.sendSlashCommand({ command: '/vllm', text: 'why-slow' })
  expect(receipt.status).toBe('acked')
  expect(receipt.tookMs).toBeLessThan(3000)
  expect((await slack.waitFor(() => slack.channel(oncall).ephemeral[0])).text).toBe('queue.skew.lb')
  await slack.sendSlashCommand({ command: '/now' })
  expect(slack.channel(oncall).messages).toMatchObject([{ text: 'at once', origin: 'acknowledgement' }])
})

test('so do mentions and presses', async () => {
  const slack = await aSlack()
  const app = aSocketApp(slack)
  app.event('app_mention', async ({ event, say }) => {
    await say({ text: 'card', thread_ts: event.ts, blocks: [actions(button({ action_id: 'again' }))] as never })
  })
  app.action('again', async ({ ack, respond }) => {
    await ack()
    await respond({ replace_original: true, text: 'again' })
  })
  await app.start()
  await slack.say({ text: `<@${slack.botUserId}> why-slow` })
  const { ts } = await slack.waitFor(() => slack.channel(oncall).threads[0]?.replies[0])
  await slack.press({ channel: oncall, ts, actionId: 'again' })
  await slack.waitFor(() => slack.channel(oncall).threads[0]?.replies[0]?.text === 'again')
})

describe('connections', () => {
  const untilConnected = async (slack: Awaited<ReturnType<typeof aSlack>>, count: number) => {
    await expect.poll(() => slack.socket.connections(), { timeout: 5000 }).toBe(count)
  }

  test.each(['refresh_requested', 'warning'] as const)('after "%s" the bot comes back', async (reason) => {
    const slack = await aSlack()
    const app = aSocketApp(slack)
    app.command('/vllm', ({ ack }) => ack())
    await app.start()
    slack.socket.disconnect(reason)
    await untilConnected(slack, 0)
    expect((await slack.sendSlashCommand({ command: '/vllm' })).receipt.status).toBe('unreachable')
    await untilConnected(slack, 1)
    await expect.poll(async () => (await slack.sendSlashCommand({ command: '/vllm' })).receipt.status).toBe('acked')
    expect(slack.callsOf('apps.connections.open')).toHaveLength(2)
  })

  test('after a cut it comes back too', async () => {
    const slack = await aSlack()
    const app = aSocketApp(slack)
    await app.start()
    slack.socket.drop()
    await untilConnected(slack, 0)
    await untilConnected(slack, 1)
  })

  test('a deaf socket looks alive and delivers nothing', async () => {
    const slack = await aSlack({ ackLimitMs: 100 })
    const app = aSocketApp(slack)
    app.command('/vllm', ({ ack }) => ack())
    await app.start()
    slack.socket.behave('deaf')
    expect((await slack.sendSlashCommand({ command: '/vllm' })).receipt.status).toBe('operation_timeout')
    expect(slack.socket.connections()).toBe(1)
    slack.socket.behave('normal')
    expect((await slack.sendSlashCommand({ command: '/vllm' })).receipt.status).toBe('acked')
  })

  test('an event nobody acknowledged is sent again', async () => {
    const slack = await aSlack({ ackLimitMs: 100, eventRetryDelaysMs: [0, 10, 20] })
    const app = aSocketApp(slack)
    const numbers: unknown[] = []
    app.event('app_mention', async ({ context }) => {
      numbers.push(context.retryNum)
    })
    await app.start()
    slack.socket.behave('deaf')
    const sent = slack.sendEvent({
      type: 'app_mention',
      user: alice,
      text: 'x',
      ts: '1.2',
      channel: oncall,
      event_ts: '1.2',
    })
    await sleep(50)
    slack.socket.behave('normal')
    expect((await sent).attempts[0]?.map(({ status }) => status)).toEqual(['operation_timeout', 'acked'])
    await expect.poll(() => numbers).toEqual([1])
  })

  test('a switched-off link and a revoked token give no connection', async () => {
    const slack = await aSlack()
    const client = aClient(slack, slack.appToken)
    slack.socket.disconnect('link_disabled')
    expect(await refusalOf(client.apps.connections.open())).toBe('socket_mode_disabled')
    slack.socket.enable()
    expect((await client.apps.connections.open()).url).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/link\//)
    slack.revoke('app')
    expect(await refusalOf(client.apps.connections.open())).toBe('token_revoked')
  })
})

describe('the protocol itself', () => {
  const connect = async (slack: Awaited<ReturnType<typeof aSlack>>) => {
    const { url = '' } = await aClient(slack, slack.appToken).apps.connections.open()
    const socket = new WebSocket(url)
    const frames: { type: string; envelope_id: string; [key: string]: unknown }[] = []
    socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString())))
    await expect.poll(() => frames.length).toBeGreaterThan(0)
    return { url, socket, frames }
  }

  test('greets, wraps, and takes an acknowledgement only for the envelope it names', async () => {
    const slack = await aSlack({ ackLimitMs: 200 })
    const { socket, frames } = await connect(slack)
    expect(frames[0]).toMatchObject({ type: 'hello', num_connections: 1, connection_info: { app_id: slack.appId } })
    const sent = slack.sendSlashCommand({ command: '/vllm' })
    await expect.poll(() => frames.length).toBe(2)
    expect(frames[1]).toMatchObject({
      type: 'slash_commands',
      accepts_response_payload: true,
      payload: { command: '/vllm' },
    })
    socket.send(JSON.stringify({ envelope_id: 'another' }))
    socket.send('not json')
    expect((await sent).receipt.status).toBe('operation_timeout')
  })

  test('an address works once', async () => {
    const slack = await aSlack()
    const { url } = await connect(slack)
    const again = new WebSocket(url)
    const [error] = (await once(again, 'error')) as [Error]
    expect(error.message).toContain('403')
  })

  test('pings, answers pings, and when mute does neither', async () => {
    const slack = await aSlack({ pingIntervalMs: 20 })
    const { socket } = await connect(slack)
    let pings = 0
    let pongs = 0
    socket.on('ping', () => (pings += 1))
    socket.on('pong', () => (pongs += 1))
    await expect.poll(() => pings).toBeGreaterThan(1)
    socket.ping()
    await expect.poll(() => pongs).toBe(1)
    slack.socket.behave('mute')
    await sleep(30)
    const before = pings
    socket.ping()
    await sleep(60)
    expect([pings, pongs]).toEqual([before, 1])
    expect(slack.socket.connections()).toBe(1)
  })

  test('a client that answers no ping is given up', async () => {
    const slack = await aSlack({ pingIntervalMs: 20 })
    const { url = '' } = await aClient(slack, slack.appToken).apps.connections.open()
    const socket = new WebSocket(url, { autoPong: false })
    await once(socket, 'close')
    await expect.poll(() => slack.socket.connections()).toBe(0)
  })

  test('ten connections take turns; an eleventh is turned away', async () => {
    const slack = await aSlack({ ackLimitMs: 50 })
    const all = []
    for (let count = 0; count < 10; count += 1) all.push(await connect(slack))
    const one = await connect(slack)
    expect(one.frames[0]).toMatchObject({ type: 'disconnect', reason: 'too_many_websockets' })
    await Promise.all([slack.sendSlashCommand({ command: '/a' }), slack.sendSlashCommand({ command: '/b' })])
    expect(all.filter(({ frames }) => frames.length > 1)).toHaveLength(2)
  })
})
