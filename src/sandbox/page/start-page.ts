import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { readBuilt } from './built.ts'
import type { FeedOptions } from './feed.ts'
import { refusalOf } from './guard.ts'
import { listenNear } from './listen-near.ts'
import type { WantedPort } from './listen-near.ts'
import { replyWith } from './reply.ts'
import { route } from './routes.ts'

export type Page = {
  readonly url: string
  /** Has every browser come back and be told all anew: the workspace is another one. */
  readonly renew: () => void
  readonly close: () => Promise<void>
}

/**
 * Serves the page of a local Slack on the loopback address: what is said there, live, and what a person may do.
 *
 * @throws PageError when its front end is not built, or no port is to be had
 */
export async function startPage(options: FeedOptions & WantedPort): Promise<Page> {
  const built = readBuilt()
  const streams = new Set<ServerResponse>()
  let port = 0
  const server = createServer((request, response) => {
    const refusal = refusalOf(request, port)
    if (refusal !== undefined) {
      replyWith(response, { status: 403, type: 'text/plain', body: refusal })
      return
    }
    route({ ...options, built, streams }, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else {
        const body = error instanceof Error ? error.message : 'the page failed'
        replyWith(response, { status: 500, type: 'text/plain', body })
      }
    })
  })
  port = await listenNear(server, options)
  return {
    url: `http://127.0.0.1:${port}`,
    renew: () => {
      for (const stream of streams) stream.end()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}
