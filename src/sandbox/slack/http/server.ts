import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Api } from '../web/dispatch.ts'
import type { SocketHub } from '../socket/hub.ts'
import { serveApi } from './api-route.ts'
import { replyText } from './reply.ts'
import { serveResponse } from './response-route.ts'
import { serveUpload } from './upload-route.ts'

/** Everything Slack has on the network, behind one server: Web API, uploads, response URLs, the socket. */
export function createSlackServer(api: Api, hub: SocketHub): Server {
  const server = createServer((request, response) => {
    route(api, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else replyText(response, 500, error instanceof Error ? error.message : 'sandbox failure')
    })
  })
  server.on('upgrade', (request, socket, head) => {
    hub.upgrade(request, socket, head)
  })
  return server
}

async function route(api: Api, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, room = ''] = (request.url ?? '/').split('/')
  switch (room) {
    case 'api':
      await serveApi(api, request, response)
      return
    case 'upload':
      await serveUpload(api.world, request, response)
      return
    case 'response':
      await serveResponse(api, request, response)
      return
    default:
      replyText(response, 404, 'not found')
  }
}

/** Listens on the loopback address only. Gives back the port. */
export function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

/** Stops listening and cuts what is still open, hanging calls among it. */
export function shut(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve()
    })
    server.closeAllConnections()
  })
}
