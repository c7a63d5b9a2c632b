import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import { createIds, secret } from '../ids.ts'
import type { Identity } from '../ids.ts'
import type { Inbound, Receipt } from '../inbound/receipt.ts'
import { createAcks } from './acks.ts'
import { disconnectFrame, envelope, helloFrame } from './frames.ts'
import type { DisconnectReason } from './frames.ts'
import { keepAlive } from './keep-alive.ts'

/** An app may hold this many connections at once (docs.slack.dev, using Socket Mode). */
const MOST_CONNECTIONS = 10

/**
 * How the socket misbehaves. `deaf`: connects and greets, and then delivers nothing. `mute`: the connection stays open
 * but no ping is sent and none is answered, as when the far end has died.
 */
type Manners = 'normal' | 'deaf' | 'mute'

export type SocketHub = {
  /** An address good for one connection, or why there is none. */
  readonly open: () => { readonly url: string } | { readonly error: string }
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  readonly send: (inbound: Inbound) => Promise<Receipt>
  readonly connections: () => number
  /** Says goodbye as Slack does and closes. After `link_disabled` no new connection is given out until `enable`. */
  readonly disconnect: (reason: DisconnectReason) => void
  /** Cuts every connection without a word. */
  readonly drop: () => void
  readonly behave: (manners: Manners) => void
  readonly enable: () => void
  readonly close: () => void
}

type HubOptions = {
  readonly identity: Identity
  /** `ws://host:port`, known once the server listens. */
  readonly origin: () => string
  readonly ackLimitMs: number
  readonly pingIntervalMs: number
}

export function createSocketHub({ identity, origin, ackLimitMs, pingIntervalMs }: HubOptions): SocketHub {
  const server = new WebSocketServer({ noServer: true, autoPong: false })
  const tickets = new Set<string>()
  const sockets = new Set<WebSocket>()
  const acks = createAcks(ackLimitMs)
  const nextEnvelope = createIds('E')
  let manners: Manners = 'normal'
  let isEnabled = true
  let turn = 0

  function greet(socket: WebSocket): void {
    if (sockets.size >= MOST_CONNECTIONS) {
      socket.send(disconnectFrame('too_many_websockets'))
      socket.close()
      return
    }
    sockets.add(socket)
    keepAlive(socket, { everyMs: pingIntervalMs, isMute: () => manners === 'mute' })
    socket.on('message', (data: Buffer) => {
      acks.receive(data.toString('utf8'))
    })
    socket.on('error', () => {
      socket.terminate()
    })
    socket.on('close', () => {
      sockets.delete(socket)
    })
    socket.send(helloFrame(identity.appId, sockets.size))
  }

  /** Each envelope goes to one connection; they take turns. */
  function next(): WebSocket | undefined {
    const open = [...sockets].filter((socket) => socket.readyState === socket.OPEN)
    turn += 1
    return open[turn % Math.max(1, open.length)]
  }

  return {
    open: () => {
      if (!isEnabled) return { error: 'socket_mode_disabled' }
      const ticket = secret(12)
      tickets.add(ticket)
      return { url: `${origin()}/link/?ticket=${ticket}&app_id=${identity.appId}` }
    },
    upgrade: (request, socket, head) => {
      const ticket = new URL(request.url ?? '/', 'ws://sandbox').searchParams.get('ticket') ?? ''
      if (!tickets.delete(ticket)) {
        socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n')
        return
      }
      server.handleUpgrade(request, socket, head, greet)
    },
    send: (inbound) => {
      const socket = next()
      if (!socket) return Promise.resolve({ status: 'unreachable', tookMs: 0, reason: 'no open connection' })
      const id = nextEnvelope()
      const receipt = acks.expect(id)
      if (manners === 'normal') socket.send(envelope(id, inbound))
      return receipt
    },
    connections: () => sockets.size,
    disconnect: (reason) => {
      if (reason === 'link_disabled') isEnabled = false
      for (const socket of sockets) {
        socket.send(disconnectFrame(reason))
        if (reason !== 'warning') socket.close()
      }
    },
    drop: () => {
      for (const socket of sockets) socket.terminate()
    },
    behave: (wanted) => {
      manners = wanted
    },
    enable: () => {
      isEnabled = true
    },
    close: () => {
      acks.abandon()
      for (const socket of sockets) socket.terminate()
      server.close()
    },
  }
}
