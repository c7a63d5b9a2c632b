import type { Server } from 'node:http'
import { PageError } from './page-error.ts'

export type WantedPort = {
  readonly port: number
  /** No other port will do. */
  readonly isOnlyPort?: boolean
}

/** How many ports are tried after one that is taken. */
const PORTS_TRIED = 20
const HIGHEST_PORT = 65_535

/** Listens on the loopback address, on the port or the next one that is free. Gives back which. */
export async function listenNear(server: Server, { port, isOnlyPort = false }: WantedPort): Promise<number> {
  const last = isOnlyPort || port === 0 ? port : Math.min(port + PORTS_TRIED, HIGHEST_PORT)
  for (let tried = port; tried <= last; tried++) {
    const found = await listen(server, tried)
    if (found !== undefined) return found
  }
  const which = isOnlyPort ? `port ${port} is taken` : `ports ${port} to ${last} are taken`
  throw new PageError('port_taken', `${which}; name another one with --port`)
}

/** The port; undefined when it is taken or not to be had. */
function listen(server: Server, port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined)
      else reject(error)
    }
    server.once('error', onError)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', onError)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}
