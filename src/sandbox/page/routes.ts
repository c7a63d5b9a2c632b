import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseJson } from '../slack/json.ts'
import { HTML, ICON } from './built.ts'
import type { Built } from './built.ts'
import { doAction } from './do-action.ts'
import { feed } from './feed.ts'
import type { FeedOptions } from './feed.ts'
import { GUARDING_HEADERS } from './guard.ts'
import { readLimited } from './read-limited.ts'
import { replyWith } from './reply.ts'

type RouteOptions = FeedOptions & {
  readonly built: Built
  /** Who listens now. */
  readonly streams: Set<ServerResponse>
}

/** What the browser may show as a picture; anything else a message brings is a download. */
const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif'])

/** Answers a request that has passed the guard. */
export async function route(options: RouteOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = '/'] = (request.url ?? '/').split('?')
  const isAction = request.method === 'POST'
  if (isAction && path === '/do') {
    await serveAction(options, request, response)
    return
  }
  if (request.method !== 'GET') {
    replyWith(response, { status: 405, type: 'text/plain', body: 'not here' })
    return
  }
  serve(path, options, { request, response })
}

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse }

function serve(path: string, options: RouteOptions, { request, response }: Exchange): void {
  const { built } = options
  switch (path) {
    case '/':
      replyWith(response, { status: 200, type: 'text/html', body: HTML })
      return
    case '/main.js':
      replyWith(response, { status: 200, type: 'text/javascript', body: built.script })
      return
    case '/main.css':
      replyWith(response, { status: 200, type: 'text/css', body: built.style })
      return
    case '/icon.svg':
      replyWith(response, { status: 200, type: 'image/svg+xml', body: ICON })
      return
    case '/events': {
      for (const [name, value] of Object.entries(GUARDING_HEADERS)) response.setHeader(name, value)
      const stop = feed(options, response)
      options.streams.add(response)
      request.on('close', () => {
        stop()
        options.streams.delete(response)
      })
      return
    }
    default:
      serveFile(path, options, response)
  }
}

function serveFile(path: string, { slack }: Pick<RouteOptions, 'slack'>, response: ServerResponse): void {
  const id = /^\/files\/([A-Z0-9]{1,32})$/u.exec(path)?.[1]
  const file = id === undefined ? undefined : slack().file(id)
  if (file === undefined) {
    replyWith(response, { status: 404, type: 'text/plain', body: 'not found' })
    return
  }
  const isPicture = PICTURES.has(file.mimetype)
  if (!isPicture) {
    response.setHeader('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
  }
  const type = isPicture ? file.mimetype : 'application/octet-stream'
  replyWith(response, { status: 200, type, body: file.bytes })
}

async function serveAction(options: RouteOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = await readLimited(request)
  const parsed = text === undefined ? undefined : parseJson(text)
  if (parsed === undefined) {
    replyWith(response, { status: 400, type: 'text/plain', body: 'not JSON, or too much of it' })
    return
  }
  const answer = await doAction({ ...options, slack: options.slack() }, parsed.value)
  replyWith(response, { status: 200, type: 'application/json', body: JSON.stringify(answer) })
}
