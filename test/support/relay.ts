import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'

/** An address in front of a server: whoever asks there waits until it is opened, and then speaks with the server. */
export interface Relay {
  readonly url: string
  /** When each connection came through to the server, in milliseconds since the Unix epoch. */
  readonly arrivals: readonly number[]
  /** Lets those who wait, and all later ones, through to the server at this address. */
  readonly open: (serverUrl: string) => void
  readonly stop: () => Promise<void>
}

export async function startRelay(): Promise<Relay> {
  const arrivals: number[] = []
  const waiting: Socket[] = []
  const sockets = new Set<Socket>()
  let target: URL | undefined

  function letThrough(from: Socket, { hostname, port }: URL): void {
    arrivals.push(Date.now())
    const to = keep(connect(Number(port), hostname))
    from.pipe(to).pipe(from)
    for (const [one, other] of [[from, to] as const, [to, from] as const]) one.on('close', () => other.destroy())
  }

  /** A connection that breaks is the business of its two ends. */
  function keep(socket: Socket): Socket {
    sockets.add(socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket)))
    return socket
  }

  const server = createServer((socket) => {
    keep(socket)
    if (target === undefined) waiting.push(socket)
    else letThrough(socket, target)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')

  return {
    url: `http://127.0.0.1:${address.port}`,
    arrivals,
    open: (serverUrl) => {
      const opened = new URL(serverUrl)
      target = opened
      for (const socket of waiting.splice(0)) letThrough(socket, opened)
    },
    stop: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
