import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AccessRecords, Fleet } from '../fleet.ts'
import { CLASSIC_CONTENT_TYPE, classicText } from '../exposition/classic-text.ts'
import type { Place } from '../placement.ts'
import { targetsOf } from '../target.ts'
import type { Target } from '../target.ts'

export interface ServeOptions {
  /** The loopback address to listen on: 127.0.0.1 unless stated. */
  readonly host?: string
  /** The port of a target, by its instance label; any free one unless stated. */
  readonly ports?: Readonly<Record<string, number>>
  /** Unix seconds by which the simulation goes on; the wall clock unless stated. */
  readonly now?: () => number
  /** Told once a second what was accessed since. */
  readonly onAccess?: (records: AccessRecords) => void
}

/** Where one simulated target really listens. */
export interface Endpoint extends Place {
  readonly address: string
  readonly url: string
}

export interface ServedFleet {
  readonly endpoints: readonly Endpoint[]
  /** Brings the fleet to the present; every request does so too. */
  readonly catchUp: () => void
  readonly close: () => Promise<void>
}

const TICK_MILLISECONDS = 1000

/**
 * Lets the fleet go on in real time and answers for each of its targets on a port of its own: `/metrics`,
 * and `/health` of the vLLM servers. A server that is down cuts the connection; a hung one answers.
 */
export async function serveFleet(fleet: Fleet, options: ServeOptions = {}): Promise<ServedFleet> {
  const { host = '127.0.0.1', ports = {}, now = () => Date.now() / 1000, onAccess } = options
  function catchUp(): void {
    fleet.advanceTo(now())
  }
  const servers: Server[] = []
  const endpoints: Endpoint[] = []
  for (const target of targetsOf(fleet)) {
    const server = createServer((request, response) => {
      catchUp()
      answer(target, request, response)
    })
    servers.push(server)
    const port = await listen(server, { host, port: ports[target.instance] ?? 0 })
    const address = `${host}:${port}`
    const { job, instance, labels } = target
    endpoints.push({ job, instance, labels, address, url: `http://${address}/metrics` })
  }
  const timer = setInterval(() => {
    catchUp()
    onAccess?.(fleet.takeAccess())
  }, TICK_MILLISECONDS)
  async function close(): Promise<void> {
    clearInterval(timer)
    await Promise.all(servers.map(stopListening))
  }
  return { endpoints, catchUp, close }
}

function answer(target: Target, request: IncomingMessage, response: ServerResponse): void {
  const families = target.scrape()
  if (families === undefined) {
    request.socket.destroy()
    return
  }
  const path = (request.url ?? '/').split('?')[0]
  if (path === '/metrics') {
    response.writeHead(200, { 'content-type': CLASSIC_CONTENT_TYPE })
    response.end(classicText(families, target.numbers))
    return
  }
  response.writeHead(path === '/health' && target.job === 'vllm' ? 200 : 404)
  response.end()
}

function listen(server: Server, where: { readonly host: string; readonly port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(where.port, where.host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : where.port)
    })
  })
}

function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
