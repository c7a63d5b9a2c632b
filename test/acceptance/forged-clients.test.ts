import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { toIso, unixSeconds } from '../../src/domain/time.ts'
import { describeWith } from '../support/needs.ts'
import { startHaproxy, startNginx } from '../support/real-servers.ts'
import type { RealServer } from '../support/real-servers.ts'
import { triageWith } from './triage-with.ts'

const PROXY = '127.2.0.1'
const FORGED = '10.66.66.66'
const [HONEST, FORGER] = ['127.1.0.5', '127.1.0.6']
const MAIN =
  '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent" "$http_x_forwarded_for"'
const REQUESTS = 30

describeWith(['nginx', 'haproxy'], 'who is blamed behind real proxies, where one forges X-Forwarded-For', () => {
  let folder: string
  let engine: Server
  let nginx: RealServer
  let haproxy: RealServer

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'whyslow-forged-'))
    engine = createServer((_, response) => response.writeHead(200).end('{}')).listen(0, '127.0.0.1')
    await once(engine, 'listening')
    const address = engine.address()
    const upstream = typeof address === 'object' ? address?.port : undefined
    nginx = await startNginx(
      (port) => `
        log_format main '${MAIN}';
        server {
          listen 127.0.0.1:${port};
          location = /ready { return 200; }
          location / { access_log ${join(folder, 'nginx.log')} main; proxy_pass http://127.0.0.1:${upstream}; }
        }`,
    )
    haproxy = await startHaproxy(
      (port) => `
defaults
  mode http
  timeout connect 5s
  timeout client 5s
  timeout server 5s
frontend fe
  bind 127.0.0.1:${port}
  monitor-uri /ready
  option forwardfor
  default_backend be
backend be
  source ${PROXY}
  server nginx-0 127.0.0.1:${nginx.port}
`,
    )
    for (let sent = 0; sent < REQUESTS; sent += 1) {
      await send(haproxy.port, FORGER)
      if (sent % 3 === 0) await send(haproxy.port, HONEST)
    }
    const lines = REQUESTS + REQUESTS / 3
    await vi.waitFor(async () => {
      expect((await readFile(join(folder, 'nginx.log'), 'utf8')).split('\n')).toHaveLength(lines + 1)
    })
  }, 60_000)

  afterAll(async () => {
    await haproxy?.stop()
    await nginx?.stop()
    engine?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const triage = (trusted: readonly string[]): ReturnType<typeof triageWith> =>
    triageWith({
      folder,
      // Nobody listens there: who sends the load is known all the same.
      cluster: { prometheus: { url: 'http://127.0.0.1:9' }, access_logs: ['nginx.log'] },
      clients: { trusted_proxies: trusted },
      at: toIso(unixSeconds(Math.ceil(Date.now() / 1000) + 1)),
    })

  it('is the one who sent it, where the proxy before is trusted', async () => {
    const json = await triage(['127.2.0.0/16'])
    expect(json.clients.top.map(({ client, request_share: share }) => [client, share])).toEqual([
      [FORGER, 0.75],
      [HONEST, 0.25],
    ])
    expect(JSON.stringify([json.headline, json.contributing, json.clients.top])).not.toContain(FORGED)
  })

  it('is nobody, where none is: attribution stops at the proxy', async () => {
    const json = await triage([])
    expect(json.clients.top.map(({ client, role }) => [client, role])).toEqual([[PROXY, 'bystander']])
    expect(json.clients.notes.join('\n')).toMatch(/attribution stops at the gateway/u)
    expect(JSON.stringify([json.headline, json.contributing, json.clients.top])).not.toContain(FORGED)
  })
})

async function send(port: number, from: string): Promise<void> {
  const headers = from === FORGER ? { 'x-forwarded-for': FORGED } : {}
  const options = { port, host: '127.0.0.1', localAddress: from, method: 'POST', path: '/v1/completions', agent: false }
  const sent = request({ ...options, headers })
  sent.end('{}')
  const [response] = (await once(sent, 'response')) as [{ resume: () => void }]
  response.resume()
}
