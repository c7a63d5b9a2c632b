import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AccessLine, isAccessLine } from '../../src/clients/access-line.ts'
import { type LineClient, clientOf } from '../../src/clients/client-of.ts'
import { describeFound, detect } from '../../src/clients/detect.ts'
import { createLineReader } from '../../src/clients/read-line.ts'
import { unixSeconds } from '../../src/domain/time.ts'
import { parseNetwork } from '../../src/lib/ip.ts'
import { describeWith } from '../support/needs.ts'
import { type RealServer, startHaproxy, startNginx } from '../support/real-servers.ts'

const PROXY = '127.2.0.1'
const PROXIES = ['127.2.0.0/16'].map(parseNetwork).filter((network) => network !== undefined)
const VICTIM = '10.66.66.66'
const [HONEST, FORGER] = ['127.1.0.5', '127.1.0.6']
/** Quotes, a backslash, what ends a field in some format, a terminal's colour, bytes that are no UTF-8. */
const AGENTS = ['curl/8.7', 'a "b" \\ c', `x" 200 1 "-" "${VICTIM}`, '{a|b} - [x] \xFF', '-'] as const
const FORGED = [
  VICTIM,
  `${VICTIM}, ${PROXY}`,
  `unknown, ${VICTIM}`,
  `for=${VICTIM}`,
  `" 200 1 "-" "-" "${VICTIM}`,
] as const

const VARIABLES = {
  time: '$time_iso8601',
  remote_addr: '$remote_addr',
  http_x_forwarded_for: '$http_x_forwarded_for',
  request: '$request',
  status: '$status',
  request_length: '$request_length',
  request_time: '$request_time',
  upstream_addr: '$upstream_addr',
  http_user_agent: '$http_user_agent',
}
const COMBINED =
  '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent"'
/** nginx' formats as their users configure them; the last one is what people forget `escape=json` in. */
const FORMATS: Readonly<Record<string, string>> = {
  'nginx-combined': `'${COMBINED}'`,
  'nginx-main': `'${COMBINED} "$http_x_forwarded_for"'`,
  'ingress-nginx': `'${COMBINED} $request_length $request_time [x] [] $upstream_addr $upstream_response_length $upstream_response_time $upstream_status $request_id'`,
  'nginx-json': `escape=json '${JSON.stringify(VARIABLES)}'`,
  'nginx-json-unescaped': `'${JSON.stringify(VARIABLES)}'`,
}

let engine: Server
let nginx: RealServer
let haproxy: RealServer
let folder = ''

/** One request from an address of this host to one of the two proxies. */
async function send(port: number, from: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const sent = request({
    port,
    host: '127.0.0.1',
    localAddress: from,
    method: 'POST',
    path: '/v1/completions?user=x',
    headers,
    agent: false,
  })
  sent.end('{}')
  const [response] = (await once(sent, 'response')) as [{ resume: () => void }]
  response.resume()
}

/** The lines of a log once they are all there. */
async function linesOf(read: () => Promise<string> | string, count: number): Promise<readonly string[]> {
  for (let tries = 0; tries < 200; tries++) {
    const lines = (await read()).split('\n').filter((line) => line.includes('/v1/completions'))
    if (lines.length >= count) return lines
    await sleep(25)
  }
  throw new Error(`fewer than ${count} lines: ${await read()}`)
}

describeWith(['nginx', 'haproxy'], 'the logs of real proxies', () => {
  const before = Date.now() / 1000 - 2

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'whyslow-proxies-'))
    engine = createServer((_, response) => response.writeHead(200).end('{}')).listen(0, '127.0.0.1')
    await once(engine, 'listening')
    const address = engine.address()
    const upstream = typeof address === 'object' ? address?.port : undefined
    const logs = Object.keys(FORMATS).map((name) => `access_log ${join(folder, name)} ${name};`)
    nginx = await startNginx(
      (port) => `
        ${Object.entries(FORMATS)
          .map(([name, format]) => `log_format ${name} ${format};`)
          .join('\n')}
        server {
          listen 127.0.0.1:${port};
          location = /ready { return 200; }
          location / { ${logs.join(' ')} proxy_pass http://127.0.0.1:${upstream}; }
        }`,
    )
    haproxy = await startHaproxy(
      (port) => `
global
  log stdout format raw local0
defaults
  mode http
  log global
  option httplog
  timeout connect 5s
  timeout client 5s
  timeout server 5s
frontend fe
  bind 127.0.0.1:${port}
  monitor-uri /ready
  option forwardfor
  capture request header User-Agent len 64
  capture request header X-Forwarded-For len 128
  default_backend be
backend be
  source ${PROXY}
  server nginx-0 127.0.0.1:${nginx.port}
`,
    )
    for (const [index, agent] of AGENTS.entries()) {
      for (const port of [nginx.port, haproxy.port]) {
        await send(port, HONEST, { 'user-agent': agent })
        await send(port, FORGER, { 'user-agent': agent, 'x-forwarded-for': FORGED[index] ?? VICTIM })
      }
    }
  }, 60_000)

  afterAll(async () => {
    await haproxy?.stop()
    await nginx?.stop()
    engine?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const clock = { zone: () => 0, reference: unixSeconds(Date.now() / 1000) }

  /** Every line, read by the format that it is found to be in. */
  function read(lines: readonly string[], id: string): readonly AccessLine[] {
    const { found, formats, broken, unknown } = detect(lines, clock)
    expect([found.map(describeFound), broken, unknown]).toEqual([[id], 0, 0])
    const reader = createLineReader(clock)
    return lines
      .flatMap((line) => reader.read(line, formats))
      .map(({ parsed }) => parsed)
      .filter(isAccessLine)
  }

  function tally(clients: readonly LineClient[]): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {}
    for (const client of clients) {
      const name = client.kind === 'named' ? client.client : client.why
      counts[name] = (counts[name] ?? 0) + 1
    }
    return counts
  }

  it.each(Object.keys(FORMATS))('of %s blame the one who sent it, and never whom he names', async (name) => {
    const lines = await linesOf(() => readFile(join(folder, name), 'latin1'), 4 * AGENTS.length)
    const access = read(lines, name.replace('-unescaped', ''))
    expect(access.length).toBe(4 * AGENTS.length)
    for (const line of access) {
      expect(line).toMatchObject({ method: 'POST', path: '/v1/completions', status: 200 })
      expect(line.at).toBeGreaterThan(before)
      expect(line.at).toBeLessThan(Date.now() / 1000 + 2)
      if (name !== 'nginx-combined' && name !== 'nginx-main') {
        expect(line.duration).toBeLessThan(30)
        expect(line.requestBytes).toBeGreaterThan(100)
        expect(line.upstreams).toHaveLength(1)
      }
    }
    const all = AGENTS.length
    expect(tally(access.map((line) => clientOf(line, [])))).toEqual({ [HONEST]: all, [FORGER]: all, [PROXY]: 2 * all })
    const hasForwarded = !['nginx-combined', 'ingress-nginx'].includes(name)
    const seen = hasForwarded
      ? { [HONEST]: 2 * all, [FORGER]: 2 * all }
      : { [HONEST]: all, [FORGER]: all, [PROXY]: 2 * all }
    expect(tally(access.map((line) => clientOf(line, PROXIES)))).toEqual(seen)
  })

  it('of HAProxy blame the one who sent it', async () => {
    const lines = await linesOf(() => haproxy.log(), 2 * AGENTS.length)
    const access = read(lines, 'haproxy')
    expect(tally(access.map((line) => clientOf(line, PROXIES)))).toEqual({
      [HONEST]: AGENTS.length,
      [FORGER]: AGENTS.length,
    })
    for (const line of access) {
      expect(line).toMatchObject({ method: 'POST', path: '/v1/completions', status: 200, upstreams: ['be/nginx-0'] })
    }
  })
})
