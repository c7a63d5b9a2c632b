import { onTestFinished } from 'vitest'
import type { AlertGroup } from '../../src/domain/alert.ts'
import type { ReportedChange } from '../../src/domain/fleet-change.ts'
import { createServer, type ServerOptions } from '../../src/http/create-server.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { createLogger } from '../../src/lib/logger.ts'
import { createMetrics } from '../../src/lib/metrics.ts'

type Parts = Partial<Omit<ServerOptions, 'webhook'>> & { readonly webhook?: Partial<ServerOptions['webhook']> }

/** The real server on a free loopback port; it remembers what it received. */
export async function aServer({ webhook = {}, ...parts }: Parts = {}) {
  const received: AlertGroup[] = []
  const told: ReportedChange[] = []
  const logged: string[] = []
  const server = createServer({
    host: '127.0.0.1',
    port: 0,
    checks: {},
    events: { clusters: ['prod'], keep: (change) => Promise.resolve(void told.push(change)) },
    clock: systemClock,
    log: createLogger('debug', { write: (line) => void logged.push(line) }),
    metrics: createMetrics({ withProcess: false }),
    ...parts,
    webhook: {
      path: '/webhook',
      auth: { kind: 'none' },
      bodyLimitBytes: 64 * 1024,
      receive: (group) => Promise.resolve(void received.push(group)),
      ...webhook,
    },
  })
  const url = await server.listen()
  onTestFinished(() => server.close(1))
  const post = (body: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${url}/webhook`, { method: 'POST', body, headers: { 'content-type': 'application/json' }, ...init })
  return { url, server, received, told, logged, post, metrics: async () => (await fetch(`${url}/metrics`)).text() }
}
