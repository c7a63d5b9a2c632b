import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { z } from 'zod'
import type { Matcher } from '../../domain/matcher.ts'
import type { Labels } from '../../domain/series.ts'
import { listenNear } from '../page/listen-near.ts'
import { readLimited } from '../page/read-limited.ts'
import { parseJson } from '../slack/json.ts'
import { matcher, matches, toMatcher } from './silences.ts'

/** The part of Alertmanager's API v2 (prometheus/alertmanager, api/v2/openapi.yaml) by which alerts are silenced. */
export interface LocalAlertmanager {
  readonly url: string
  readonly isSilenced: (labels: Labels) => boolean
  readonly close: () => Promise<void>
}

interface LocalAlertmanagerOptions {
  /** The labels of the alerts that fire now. */
  readonly firing: () => readonly Labels[]
  /** Unix seconds. */
  readonly now: () => number
}

const posted = z.object({
  matchers: z.array(matcher).min(1),
  startsAt: z.iso.datetime({ offset: true }),
  endsAt: z.iso.datetime({ offset: true }),
  createdBy: z.string(),
  comment: z.string(),
})
type Silence = z.infer<typeof posted> & { readonly id: string }

export async function startLocalAlertmanager({ firing, now }: LocalAlertmanagerOptions): Promise<LocalAlertmanager> {
  const silences = new Map<string, Silence>()

  function stateOf({ startsAt, endsAt }: Silence): 'active' | 'pending' | 'expired' {
    if (Date.parse(endsAt) / 1000 <= now()) return 'expired'
    return Date.parse(startsAt) / 1000 > now() ? 'pending' : 'active'
  }
  function isSilenced(labels: Labels): boolean {
    return [...silences.values()].some(
      (silence) => stateOf(silence) === 'active' && matches(labels, silence.matchers.map(toMatcher)),
    )
  }
  async function answer(request: IncomingMessage): Promise<readonly [number, unknown]> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://alertmanager')
    const id = /^\/api\/v2\/silence\/([\w-]+)$/u.exec(pathname)?.[1]
    switch (`${request.method} ${id === undefined ? pathname : 'one'}`) {
      case 'GET /api/v2/alerts': {
        const filters = searchParams.getAll('filter').map(parseFilter)
        const isWanted = searchParams.get('silenced') !== 'false'
        return [
          200,
          firing()
            .filter((each) => (isWanted || !isSilenced(each)) && matches(each, filters))
            .map((labels) => ({ labels })),
        ]
      }
      case 'GET /api/v2/silences':
        return [200, [...silences.values()].map((each) => ({ ...each, status: { state: stateOf(each) } }))]
      case 'POST /api/v2/silences': {
        const read = posted.safeParse(parseJson((await readLimited(request)) ?? '')?.value)
        if (!read.success) return [400, 'bad silence']
        const silence = { ...read.data, id: randomUUID() }
        silences.set(silence.id, silence)
        return [200, { silenceID: silence.id }]
      }
      case 'DELETE one': {
        const known = silences.get(id ?? '')
        if (known === undefined) return [404, 'silence not found']
        silences.set(known.id, { ...known, endsAt: new Date(now() * 1000).toISOString() })
        return [200, '']
      }
      default:
        return [404, 'not here']
    }
  }

  const server = createServer((request, response) => {
    answer(request).then(
      ([status, body]) => reply(response, status, body),
      () => reply(response, 500, 'failed'),
    )
  })
  const port = await listenNear(server, { port: 0 })
  return { url: `http://127.0.0.1:${port}`, isSilenced, close: () => shut(server) }
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

function shut(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

/** `name="value"`, as a query has it. What is none matches nothing. */
function parseFilter(text: string): Matcher {
  const [, name = '', op = '', quoted = ''] = /^([^=!~]+)(=~|!~|!=|=)(".*")$/u.exec(text) ?? []
  const held = parseJson(quoted)?.value
  const value = typeof held === 'string' ? held : ''
  if (op === '=~' || op === '!~' || op === '!=') return { name, op, value }
  return { name: name || text, op: '=', value: name === '' ? text : value }
}
