import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer as createHttpServer } from 'node:http'
import { type EventsRouteOptions, createEventsRoute } from './events-route.ts'
import { type Checks, assess } from './readiness.ts'
import { respond } from './respond.ts'
import { type WebhookRouteOptions, createWebhookRoute } from './webhook-route.ts'

export interface ServerOptions {
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  readonly webhook: Pick<WebhookRouteOptions, 'auth' | 'bodyLimitBytes' | 'receive'> & { readonly path: string }
  readonly events: Pick<EventsRouteOptions, 'clusters' | 'keep'>
  readonly checks: Checks
  /** Answers what Slack sends, given the request with its body unread. */
  readonly slack?: { readonly path: string; readonly handle: Handler }
  readonly clock: WebhookRouteOptions['clock']
  readonly log: WebhookRouteOptions['log']
  readonly metrics: WebhookRouteOptions['metrics']
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

export interface Server {
  /** Resolves to the address, such as `http://127.0.0.1:8080`. */
  listen(): Promise<string>
  /** Takes nothing new and lets what is under way end, no longer than `withinSeconds`. */
  close(withinSeconds: number): Promise<void>
}

interface Route {
  readonly methods: readonly string[]
  readonly handle: Handler
}

/** A sender that trickles its request would hold a connection for ever. */
const HEADERS_WITHIN_MS = 10_000
const REQUEST_WITHIN_MS = 30_000
const CHECK_EVERY_MS = 2_000
/** Longer than Alertmanager's and most proxies' own, so that they close idle connections, not this side. */
const KEEP_ALIVE_MS = 75_000
const MAX_CONNECTIONS = 2_000

/** Serves the webhook, `/events`, `/metrics`, `/healthz`, `/readyz` and, where given, Slack's requests. */
export function createServer(options: ServerOptions): Server {
  const { log } = options
  let isClosing = false
  const routes = routesOf(options)

  const server = createHttpServer(
    {
      headersTimeout: HEADERS_WITHIN_MS,
      requestTimeout: REQUEST_WITHIN_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    (request, response) => {
      handle(request, response).catch((error: unknown) => {
        log.error({ error }, 'a request failed')
        respond(response, { status: 500, body: { error: 'this should not have happened; see the log' } })
      })
    },
  )
  server.maxConnections = MAX_CONNECTIONS

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', (error) => log.debug({ error }, 'a response could not be sent'))
    if (isClosing) {
      const headers = { connection: 'close' }
      return respond(response, { status: 503, body: { error: 'whyslow is stopping; send it again' }, headers })
    }
    const route = routes.get(pathOf(request))
    if (route === undefined) {
      const known = [...routes.keys()].join(', ')
      return respond(response, { status: 404, body: { error: `nothing is here; there are ${known}` } })
    }
    if (!route.methods.includes(request.method ?? '')) {
      const allow = route.methods.join(', ')
      return respond(response, { status: 405, body: { error: `use ${allow}` }, headers: { allow } })
    }
    await route.handle(request, response)
  }

  return {
    listen: async () => {
      server.listen(options.port, options.host)
      await once(server, 'listening')
      const address = server.address()
      const { port } = typeof address === 'object' && address !== null ? address : options
      const host = options.host.includes(':') ? `[${options.host}]` : options.host
      return `http://${host}:${port}`
    },
    close: async (withinSeconds) => {
      isClosing = true
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeIdleConnections()
      const overdue = setTimeout(() => server.closeAllConnections(), withinSeconds * 1000)
      await closed
      clearTimeout(overdue)
    },
  }
}

function routesOf(options: ServerOptions): ReadonlyMap<string, Route> {
  const { webhook, events, slack, checks, metrics } = options
  const get = (handle: Handler): Route => ({ methods: ['GET', 'HEAD'], handle })
  return new Map<string, Route>([
    // Grafana can be told to PUT.
    [trimmed(webhook.path), { methods: ['POST', 'PUT'], handle: createWebhookRoute({ ...options, ...webhook }) }],
    // Who may send alerts may tell of deploys.
    ['/events', { methods: ['POST'], handle: createEventsRoute({ ...options, ...webhook, ...events }) }],
    ['/healthz', get((_request, response) => respond(response, { status: 200, body: { status: 'ok' } }))],
    [
      '/readyz',
      get(async (_request, response) => {
        const { isReady, checks: outcomes } = await assess(checks)
        const body = { status: isReady ? 'ready' : 'not ready', checks: outcomes }
        respond(response, { status: isReady ? 200 : 503, body })
      }),
    ],
    [
      '/metrics',
      get(async (_request, response) => {
        const text = await metrics.registry.metrics()
        response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text)
      }),
    ],
    ...(slack === undefined ? [] : [[trimmed(slack.path), { methods: ['POST'], handle: slack.handle }] as const]),
  ])
}

function pathOf(request: IncomingMessage): string {
  return trimmed((request.url ?? '/').replace(/[?#].*$/su, ''))
}

function trimmed(path: string): string {
  return path.replace(/\/+$/u, '') || '/'
}
