import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Fleet } from '../../src/sandbox/fleet/fleet.ts'
import type { Call } from '../../src/sandbox/fleet/traffic/call.ts'
import type { ClientSpec } from '../../src/sandbox/fleet/traffic/client-spec.ts'

/** What a request asks of the engine, as its body says. */
export interface Ask {
  readonly promptTokens: number
  readonly outputTokens: number
}

export interface EngineDoors {
  /** Where each instance takes requests, in their order. */
  readonly ports: readonly number[]
  readonly close: () => Promise<void>
}

/** Beyond all that the fleet's own clients send. */
const FIRST_ID = 1e9
const TICK_MILLISECONDS = 40

/** Lets real requests into the simulated engines: each waits, is computed and answered as the engine's own are. */
export async function openEngineDoors(fleet: Fleet, catchUp: () => void): Promise<EngineDoors> {
  let id = FIRST_ID
  const take = async (address: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const ask: Ask = JSON.parse(Buffer.concat(chunks).toString())
    catchUp()
    id += 1
    const client = clientOf(request)
    const call: Call = {
      id,
      client,
      shape: { ...ask, maxTokens: ask.outputTokens, finish: 'length', prefixGroup: id, prefixTokens: 0 },
      isStreaming: false,
      session: -1,
      clientPort: request.socket.remotePort ?? 0,
      sentAt: fleet.clock(),
      isOver: false,
      tries: [],
      request: undefined,
      onEnd: (status) => response.writeHead(status).end('{}'),
    }
    if (!fleet.gatewayWorld.connect(address, call)) response.writeHead(502).end()
    response.once('close', () => {
      if (!response.writableEnded) fleet.gatewayWorld.hangUp(address, call)
    })
  }
  const servers = fleet.members.map(({ instance }) =>
    createServer((request, response) => void take(instance.address, request, response)).listen(0, '127.0.0.1'),
  )
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const timer = setInterval(catchUp, TICK_MILLISECONDS)
  return {
    ports: servers.map((server) => (server.address() as AddressInfo).port),
    close: async () => {
      clearInterval(timer)
      for (const server of servers) server.closeAllConnections()
      await Promise.all(servers.map((server) => new Promise((done) => void server.close(done))))
    },
  }
}

function clientOf({ socket, url = '/' }: IncomingMessage): ClientSpec {
  return {
    id: 'door',
    address: socket.remoteAddress ?? '',
    userAgent: '',
    path: url,
    traffic: { kind: 'closed', concurrency: 1, thinkSeconds: 0 },
    prompt: NONE,
    output: NONE,
    maxTokens: 0,
    sharedPrefix: 0,
    prefixGroups: 1,
    streaming: 0,
    timeoutSeconds: Infinity,
    affinity: { kind: 'none' },
  }
}

const NONE = { mean: 0, variation: 0, min: 0, max: 0 }
