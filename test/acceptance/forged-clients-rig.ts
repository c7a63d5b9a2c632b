import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seconds, unixSeconds } from '../../src/domain/time.ts'
import { uvicornLine } from '../../src/sandbox/fleet/access-log/uvicorn.ts'
import type { GatewayAccess } from '../../src/sandbox/fleet/access-log/record.ts'
import { recordHistory } from '../../src/sandbox/fleet/history/record-history.ts'
import { scrapeConfig } from '../../src/sandbox/fleet/live/scrape-config.ts'
import { serveFleet } from '../../src/sandbox/fleet/live/serve-fleet.ts'
import { fourInstances, open, tokens } from '../../src/sandbox/scenarios/building-blocks.ts'
import { ASSISTANT } from '../../src/sandbox/scenarios/clients.ts'
import { healthy } from '../../src/sandbox/scenarios/healthy.ts'
import { type Ask, openEngineDoors } from '../support/engine-door.ts'
import { isReadFamily } from '../support/read-families.ts'
import { startHaproxy, startNginx, startPrometheus } from '../support/real-servers.ts'

export const PROXY = '127.2.0.1'
export const FORGER = '127.1.0.66'
export const HONEST = ['127.1.0.5', '127.1.0.6', '127.1.0.7', '127.1.0.8'] as const
/** Nobody's name; an honest client's; a hop that is trusted; a word; a header of another kind. */
const FORGERIES: readonly Readonly<Record<string, string | readonly string[]>>[] = [
  { 'x-forwarded-for': '10.66.66.66' },
  { 'x-forwarded-for': HONEST[0] },
  { 'x-forwarded-for': `10.66.66.66, ${PROXY}` },
  { 'x-forwarded-for': ['10.66.66.66', HONEST[1]] },
  { 'x-forwarded-for': 'unknown', 'x-real-ip': '10.66.66.66' },
  { forwarded: 'for=10.66.66.66;proto=https' },
]
/** What no name may begin with. */
export const FORGED = '10.66.66'

/** Shorter than this no window may be; the real clients begin some seconds before. */
export const WINDOW = '1m'
const LIVE_SECONDS = 75
const FORGER_AT_ONCE = 40
const HEAVY: Ask = { promptTokens: 1800, outputTokens: 120 }
const LIGHT: Ask = { promptTokens: 300, outputTokens: 60 }
const EVERY_SECONDS = 2.5

export interface ForgedRig {
  /** With nginx.log, realip.log, haproxy.log and uvicorn.log. */
  readonly folder: string
  readonly prometheusUrl: string
  /** Until when the clients sent. */
  readonly end: number
  /** Of the requests that were answered meanwhile. */
  readonly forgersPart: number
  readonly stop: () => Promise<void>
}

/** Real clients at a real HAProxy, before a real nginx, before simulated engines; one of them forges who it is. */
export async function startForgedRig(): Promise<ForgedRig> {
  const folder = await mkdtemp(join(tmpdir(), 'whyslow-forged-'))
  const start = unixSeconds(Math.floor(Date.now() / 1000))
  const history = await recordHistory({ scenario: QUIET, end: start })
  const { fleet } = history
  const addEngine = (records: readonly Parameters<typeof uvicornLine>[0][]): void =>
    appendFileSync(join(folder, 'uvicorn.log'), records.map((one) => `${uvicornLine(one, BEHIND_NGINX)}\n`).join(''))
  for (const name of ['nginx', 'realip', 'haproxy'] as const) {
    await writeFile(join(folder, `${name}.log`), history.access.gateway.map((one) => LINES[name](one)).join(''))
  }
  addEngine(history.access.engine)
  const served = await serveFleet(fleet, { onAccess: ({ engine }) => addEngine(engine) })
  const doors = await openEngineDoors(fleet, served.catchUp)
  const nginx = await startNginx((port) => nginxConfig(folder, port, doors.ports))
  const haproxy = await startHaproxy((port) => haproxyConfig(port, nginx.port))
  const prometheus = await startPrometheus({
    history: [...history.text(isReadFamily)].join(''),
    config: scrapeConfig(served.endpoints, 2),
  })
  const answered = await sendFor(LIVE_SECONDS, haproxy.port)
  appendFileSync(join(folder, 'haproxy.log'), haproxy.log())
  return {
    folder,
    prometheusUrl: prometheus.baseUrl,
    end: Math.floor(Date.now() / 1000),
    forgersPart: answered.forger / answered.all,
    stop: async () => {
      for (const part of [prometheus, haproxy, nginx]) await part.stop()
      await doors.close()
      await served.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Two hours in which everybody sends a little; then the simulated clients stop, and the real ones begin. */
const QUIET = {
  ...healthy,
  instances: fourInstances({ engine: { maxNumSeqs: 3 } }),
  clients: [...HONEST, FORGER].map((address) => ({
    ...ASSISTANT,
    id: address,
    address,
    traffic: open(address === FORGER ? 0.05 : 1 / EVERY_SECONDS),
    prompt: tokens(300, 0.3, 1000),
    output: tokens(60, 0.3, 200),
    streaming: 0,
  })),
  timeline: [...HONEST, FORGER].map((client) => ({
    afterOnset: 0,
    change: { kind: 'client', client, change: { traffic: open(0) } } as const,
  })),
  onsetBeforeEnd: seconds(1),
}

/** vLLM trusts no header unless told: it sees who asks it. */
const BEHIND_NGINX = { wrapper: 'cri', client: { kind: 'peer', address: '127.0.0.1' } } as const

const LINES = {
  nginx: (record: GatewayAccess) => nginxLine(record, PROXY, record.clientAddress),
  realip: (record: GatewayAccess) => nginxLine(record, record.clientAddress, record.clientAddress),
  haproxy: ({ clientAddress, at, path, seconds: taken }: GatewayAccess) => {
    const date = `${clf(at - taken).replace(/ .*/u, '')}.000`
    const ms = Math.round(taken * 1000)
    return `${clientAddress}:40000 [${date}] fe be/nginx-0 0/0/0/${ms}/${ms} 200 150 - - ---- 1/1/0/0/0 0/0 {} "POST ${path} HTTP/1.1"\n`
  },
} as const

function nginxLine({ at, path }: GatewayAccess, peer: string, forwarded: string): string {
  return `${peer} - - [${clf(at)}] "POST ${path} HTTP/1.1" 200 2 "-" "-" "${forwarded}"\n`
}

function clf(at: number): string {
  const [, month = '', day = '', year = '', time = ''] =
    /^\w+ (\w+) (\d+) (\d+) ([\d:]+)/u.exec(new Date(at * 1000).toString()) ?? []
  const [zone = '+0000'] = /[+-]\d{4}/u.exec(new Date(at * 1000).toString()) ?? []
  return `${day}/${month}/${year}:${time} ${zone}`
}

/** Four simulated engines behind one nginx, which writes who its peer is, and whom it takes for the client itself. */
function nginxConfig(folder: string, port: number, engines: readonly number[]): string {
  const main = (address: string): string =>
    `'$${address} - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent" "$http_x_forwarded_for"'`
  return `
    log_format peer ${main('realip_remote_addr')};
    log_format client ${main('remote_addr')};
    upstream engines { ${engines.map((engine) => `server 127.0.0.1:${engine};`).join(' ')} }
    server {
      listen 127.0.0.1:${port};
      set_real_ip_from 127.2.0.0/16;
      real_ip_header X-Forwarded-For;
      real_ip_recursive on;
      location = /ready { return 200; }
      location / {
        access_log ${join(folder, 'nginx.log')} peer;
        access_log ${join(folder, 'realip.log')} client;
        proxy_read_timeout 300s;
        proxy_pass http://engines;
      }
    }`
}

function haproxyConfig(port: number, nginx: number): string {
  return `
global
  log stdout format raw local0
defaults
  mode http
  log global
  option httplog
  timeout connect 5s
  timeout client 300s
  timeout server 300s
frontend fe
  bind 127.0.0.1:${port}
  monitor-uri /ready
  capture request header X-Forwarded-For len 64
  option forwardfor
  default_backend be
backend be
  source ${PROXY}
  server nginx-0 127.0.0.1:${nginx}
`
}

interface Answered {
  readonly forger: number
  readonly all: number
}

/** Honest clients send as they always have; the forger has many requests under way at once. */
async function sendFor(length: number, port: number): Promise<Answered> {
  const until = performance.now() + length * 1000
  const answered = { forger: 0, all: 0 }
  const count = async (from: string, ask: Ask, headers: Headers): Promise<void> => {
    await send(port, { from, ask, headers })
    answered.all += 1
    if (from === FORGER) answered.forger += 1
  }
  const honest = async (from: string): Promise<void> => {
    const waited: Promise<void>[] = []
    while (performance.now() < until) {
      waited.push(count(from, LIGHT, {}))
      await sleep(EVERY_SECONDS * 1000)
    }
    await Promise.all(waited)
  }
  const forger = async (first: number): Promise<void> => {
    for (let index = first; performance.now() < until; index += 1) {
      await count(FORGER, HEAVY, FORGERIES[index % FORGERIES.length] ?? {})
    }
  }
  await Promise.race([
    sleep(length * 1000),
    Promise.all([...HONEST.map(honest), ...Array.from({ length: FORGER_AT_ONCE }, (_, index) => forger(index))]),
  ])
  return { ...answered }
}

type Headers = Readonly<Record<string, string | readonly string[]>>

interface Sending {
  readonly from: string
  readonly ask: Ask
  readonly headers: Headers
}

async function send(port: number, { from, ask, headers }: Sending): Promise<void> {
  const several = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
  )
  const sending = request({
    port,
    host: '127.0.0.1',
    localAddress: from,
    method: 'POST',
    path: '/v1/completions',
    agent: false,
    headers: several,
  })
  sending.on('error', () => undefined)
  sending.end(JSON.stringify(ask))
  const [response]: [IncomingMessage?] = await Promise.race([
    once(sending, 'response') as Promise<[IncomingMessage]>,
    once(sending, 'close').then((): [] => []),
  ])
  response?.resume()
}
