import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { aServer } from './a-server.ts'

const GROUP = JSON.stringify({ version: '4', status: 'firing', alerts: [{ labels: { alertname: 'A' } }] })
const secret = { reveal: () => 's3cr3t' }
const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`

describe('the webhook', () => {
  it.each([
    ['a notification', 'POST', GROUP, 200, 'accepted'],
    ['a notification that is put', 'PUT', GROUP, 200, 'accepted'],
    ['an empty list', 'POST', '{"alerts":[]}', 200, 'ignored'],
    ['Watchdog', 'POST', '{"alerts":[{"labels":{"alertname":"Watchdog"}}]}', 200, 'ignored'],
    ['no JSON', 'POST', 'alert!', 400, 'refused'],
    ['nothing', 'POST', '', 400, 'refused'],
    ['another object', 'POST', '{"text":"hello"}', 400, 'refused'],
    ['a list', 'POST', '[]', 400, 'refused'],
  ])('answers %s', async (_name, method, body, status, result) => {
    const { post, metrics, received } = await aServer()
    const response = await post(body, { method })
    expect(response.status).toBe(status)
    expect(await response.json()).toHaveProperty(status === 400 ? 'error' : 'status')
    expect(await metrics()).toContain(`whyslow_webhooks_total{result="${result}"} 1`)
    expect(received).toHaveLength(result === 'accepted' ? 1 : 0)
  })

  it('says what is wrong in one line of JSON', async () => {
    const { post } = await aServer()
    const text = await (await post('{"text":"hello"}')).text()
    expect(text).toMatch(/^\{"error":"there is no \\"alerts\\" list; .*"\}\n$/u)
  })

  it('counts alerts by status', async () => {
    const { post, metrics } = await aServer()
    await post('{"alerts":[{"status":"firing"},{"status":"firing"},{"status":"resolved"}]}')
    const text = await metrics()
    expect(text).toContain('whyslow_alerts_total{status="firing"} 2')
    expect(text).toContain('whyslow_alerts_total{status="resolved"} 1')
  })

  it('asks for it again when it could not be kept', async () => {
    const receive = () => Promise.reject(new Error('disk full'))
    const { post, metrics, logged } = await aServer({ webhook: { receive } })
    const response = await post(GROUP)
    expect(response.status).toBe(503)
    expect(await metrics()).toContain('whyslow_webhooks_total{result="unavailable"} 1')
    expect(logged.join('')).toContain('disk full')
  })

  it('answers only when it is kept', async () => {
    let keep = (): void => undefined
    const kept = new Promise<void>((resolve) => {
      keep = resolve
    })
    const { post } = await aServer({ webhook: { receive: () => kept } })
    const answer = post(GROUP).then(({ status }) => status)
    expect(await Promise.race([answer, sleep(100, 'waiting')])).toBe('waiting')
    keep()
    expect(await answer).toBe(200)
  })

  it.each([
    ['the token', 'Bearer s3cr3t', 200],
    ['the token, in other letters', 'bearer s3cr3t', 200],
    ['a wrong token', 'Bearer wrong', 401],
    ['a part of the token', 'Bearer s3cr3', 401],
    ['an empty token', 'Bearer ', 401],
    ['the token as another scheme', 'Token s3cr3t', 401],
    ['none', undefined, 401],
  ])('lets a bearer in: %s', async (_name, authorization, status) => {
    const { post, received, logged } = await aServer({ webhook: { auth: { kind: 'bearer', token: secret } } })
    const response = await post(GROUP, { headers: authorization === undefined ? {} : { authorization } })
    expect(response.status).toBe(status)
    expect(received).toHaveLength(status === 200 ? 1 : 0)
    expect((await response.text()) + logged.join('')).not.toContain('s3cr3t')
  })

  it.each([
    ['name and password', basic('am:s3cr3t'), 200],
    ['a wrong password', basic('am:wrong'), 401],
    ['a wrong name', basic('pm:s3cr3t'), 401],
    ['no base64', 'Basic !!!', 401],
    ['a bearer', 'Bearer s3cr3t', 401],
  ])('lets a user in: %s', async (_name, authorization, status) => {
    const { post } = await aServer({ webhook: { auth: { kind: 'basic', username: 'am', password: secret } } })
    const response = await post(GROUP, { headers: { authorization } })
    expect(response.status).toBe(status)
    expect(response.headers.get('www-authenticate')).toBe(
      status === 401 ? 'Basic realm="whyslow", charset="UTF-8"' : null,
    )
  })

  it('refuses a body that says it is too large without reading it', async () => {
    const { url, received } = await aServer()
    const { port } = new URL(url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write('POST /webhook HTTP/1.1\r\nhost: a\r\ncontent-length: 999999999\r\n\r\n')
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /u)
    socket.destroy()
    expect(received).toEqual([])
  })

  it('stops reading a body that turns out too large', async () => {
    const { url, metrics } = await aServer()
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('POST /webhook HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n')
    const chunk = 'x'.repeat(0x8000)
    const answered = once(socket, 'data')
    for (let sent = 0; sent < 4; sent += 1) socket.write(`8000\r\n${chunk}\r\n`)
    expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 413 /u)
    socket.destroy()
    expect(await metrics()).toContain('whyslow_webhooks_total{result="too_large"} 1')
  })

  it('takes no compressed body', async () => {
    const { post } = await aServer()
    expect((await post(GROUP, { headers: { 'content-encoding': 'gzip' } })).status).toBe(415)
  })

  it('bears a sender that goes away', async () => {
    const { url, post } = await aServer()
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write('POST /webhook HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{"alerts"')
    await sleep(20)
    socket.destroy()
    await sleep(20)
    expect((await post(GROUP)).status).toBe(200)
  })
})

describe('the rest', () => {
  it.each([
    ['GET', '/webhook', 405],
    ['DELETE', '/webhook', 405],
    ['POST', '/metrics', 405],
    ['GET', '/', 404],
    ['POST', '/slack/events', 404],
    ['GET', '/webhook/../etc/passwd%00', 404],
    ['GET', '/healthz', 200],
    ['GET', '/healthz/', 200],
    ['GET', '/healthz?verbose=1', 200],
    ['HEAD', '/healthz', 200],
    ['POST', '/webhook/?team=a', 200],
  ])('%s %s: %i', async (method, path, status) => {
    const { url } = await aServer()
    const body = method === 'POST' ? { body: GROUP } : {}
    expect((await fetch(url + path, { method, ...body })).status).toBe(status)
  })

  it('is ready when all checks hold', async () => {
    const { url } = await aServer({
      checks: { store: () => Promise.resolve(true), slack: () => Promise.resolve(true) },
    })
    const response = await fetch(`${url}/readyz`)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ status: 'ready', checks: { store: 'ok', slack: 'ok' } })
  })

  it('says which check fails', async () => {
    const checks = {
      store: () => Promise.resolve(true),
      slack: () => Promise.reject(new Error('xoxb-s3cr3t')),
      cluster: () => new Promise<boolean>(() => undefined),
      other: () => Promise.resolve(false),
    }
    const { url } = await aServer({ checks })
    const response = await fetch(`${url}/readyz`)
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({
      status: 'not ready',
      checks: { store: 'ok', slack: 'failed', cluster: 'timeout', other: 'failed' },
    })
  })

  it("hands Slack's requests over unread", async () => {
    const { url } = await aServer({
      slack: {
        path: '/slack/events',
        handle: async (request, response) => {
          const chunks = await request.toArray()
          response.end(Buffer.concat(chunks).toString())
        },
      },
    })
    expect(await (await fetch(`${url}/slack/events`, { method: 'POST', body: 'payload=1' })).text()).toBe('payload=1')
  })

  it('answers 500 when a handler fails, and goes on', async () => {
    const handle = () => Promise.reject(new Error('bug'))
    const { url, post, logged } = await aServer({ slack: { path: '/slack/events', handle } })
    expect((await fetch(`${url}/slack/events`, { method: 'POST' })).status).toBe(500)
    expect((await post(GROUP)).status).toBe(200)
    expect(logged.join('')).toContain('bug')
  })

  it('lets what is under way end before it closes', async () => {
    let keep = (): void => undefined
    const kept = new Promise<void>((resolve) => {
      keep = resolve
    })
    const { post, server, url } = await aServer({ webhook: { receive: () => kept } })
    const answer = post(GROUP).then(({ status }) => status)
    await sleep(50)
    const closed = server.close(5)
    await expect(fetch(`${url}/healthz`)).rejects.toThrow()
    keep()
    expect(await answer).toBe(200)
    await closed
  })

  it('does not wait for ever', async () => {
    const { post, server } = await aServer({ webhook: { receive: () => new Promise(() => undefined) } })
    const answer = post(GROUP).then(
      () => 'answered',
      () => 'cut off',
    )
    await sleep(50)
    await server.close(0.05)
    expect(await answer).toBe('cut off')
  })
})
