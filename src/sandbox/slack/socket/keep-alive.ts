import type { WebSocket } from 'ws'

type Beat = { readonly everyMs: number; readonly isMute: () => boolean }

/** Pings a client, answers its pings, and gives it up when it has answered none of two pings in a row. */
export function keepAlive(socket: WebSocket, { everyMs, isMute }: Beat): void {
  let unanswered = 0
  const timer = setInterval(() => {
    if (isMute()) return
    if (unanswered >= 2) {
      socket.terminate()
      return
    }
    unanswered += 1
    socket.ping(`Ping from sandbox ${unanswered}`)
  }, everyMs)
  timer.unref()
  socket.on('pong', () => {
    unanswered = 0
  })
  socket.on('ping', (data: Buffer) => {
    if (!isMute()) socket.pong(data)
  })
  socket.on('close', () => {
    clearInterval(timer)
  })
}
