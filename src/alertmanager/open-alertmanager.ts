import type { z } from 'zod'
import { type Matcher, anyOfValues, matcherText } from '../domain/matcher.ts'
import type { Labels } from '../domain/series.ts'
import { type NewSilence, type Silence, isTooWide } from '../domain/silence.ts'
import { type Seconds, seconds, toIso, unixSeconds } from '../domain/time.ts'
import { WhyslowError, messageOf } from '../lib/errors.ts'
import { type HttpServer, parsePlace, readCredentials, readTls } from '../lib/http-connection.ts'
import { type HttpAnswer, HttpError, type HttpRequest, openHttpPool } from '../lib/http-pool.ts'
import { shorten } from '../lib/shorten.ts'
import { within } from '../lib/within.ts'
import { alerts, created, refusal, silences } from './schema.ts'

/** One of the peers of an Alertmanager. */
export interface AlertmanagerPeer extends HttpServer {
  readonly timeout?: Seconds
}

/** Rejects with an AlertmanagerError in one line, without secrets. */
export interface Alertmanager {
  /** The labels of the active alerts that match; those silenced or inhibited already are left out. */
  readonly activeAlerts: (matchers: readonly Matcher[]) => Promise<readonly Labels[]>
  /** The labels of the alerts of these names that fire, silenced or not: of all peers that answer, for one may know of fewer. */
  readonly firing: (names: readonly string[]) => Promise<readonly Labels[]>
  /** Makes a silence and gives its id; one that would take in everything is refused here. */
  readonly silence: (wanted: NewSilence) => Promise<string>
  readonly silences: () => Promise<readonly Silence[]>
  readonly expire: (id: string) => Promise<void>
  readonly close: () => Promise<void>
}

export class AlertmanagerError extends WhyslowError {
  override readonly name = 'AlertmanagerError'

  constructor(code: 'down' | 'refused' | 'too_wide' | 'not_found', message: string, cause?: unknown) {
    super(`alertmanager_${code}`, message, { cause })
  }
}

const OWNER = 'alertmanager'
/** A person waits for it in a dialog, which Slack gives three seconds. */
const DEFAULT_TIMEOUT = seconds(1)
const MAX_BYTES = 16 * 1024 * 1024

type Asked = Pick<HttpRequest, 'method' | 'path' | 'body'>
type Peer = (asked: Asked) => Promise<HttpAnswer>

/**
 * Opens an Alertmanager by its peers; nothing is asked of it yet. The first that answers is taken: they tell each other
 * of silences.
 *
 * @throws ConnectionConfigError, in one line, when a setting is wrong
 */
export function openAlertmanager(servers: readonly AlertmanagerPeer[]): Alertmanager {
  const opened = servers.map(openPeer)

  /** @param passes whether the next peer may know better than this answer */
  async function ask(asked: Asked, passes: (answer: HttpAnswer) => boolean = () => false): Promise<HttpAnswer> {
    const failures: string[] = []
    let known: HttpAnswer | undefined
    for (const { peer } of opened) {
      try {
        const answer = await peer(asked)
        if (answer.status < 500 && !passes(answer)) return answer
        if (passes(answer)) known = answer
        failures.push(`HTTP ${answer.status}`)
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        failures.push(error.message)
        // It may have been made, and a second peer would make another.
        if (asked.method === 'POST' && error.code !== 'unreachable') break
      }
    }
    if (known !== undefined) return known
    throw new AlertmanagerError('down', `Alertmanager does not answer: ${shorten([...new Set(failures)].join(', '))}`)
  }

  async function read<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> {
    return parse(await ask({ method: 'GET', path }), schema)
  }

  return {
    activeAlerts: async (matchers) => {
      const filters = matchers.map((matcher): [string, string] => ['filter', matcherText(matcher)])
      const only = ['silenced', 'inhibited', 'unprocessed'].map((kind): [string, string] => [kind, 'false'])
      const query = new URLSearchParams([['active', 'true'], ...only, ...filters]).toString()
      return (await read(`/api/v2/alerts?${query}`, alerts)).map(({ labels }) => labels)
    },
    firing: async (names) => {
      const query = new URLSearchParams([['filter', matcherText(anyOfValues('alertname', names))]]).toString()
      const asked = { method: 'GET', path: `/api/v2/alerts?${query}` } as const
      const answers = await Promise.allSettled(opened.map(async ({ peer }) => parse(await peer(asked), alerts)))
      const known = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
      const [failed] = answers.flatMap((answer) => (answer.status === 'rejected' ? [messageOf(answer.reason)] : []))
      if (failed !== undefined && answers.every(({ status }) => status === 'rejected')) {
        throw new AlertmanagerError('down', `Alertmanager does not answer: ${shorten(failed)}`)
      }
      return known.map(({ labels }) => labels)
    },
    silence: async (wanted) => {
      if (isTooWide(wanted.matchers)) {
        throw new AlertmanagerError('too_wide', 'that would silence every alert; keep a matcher that names something')
      }
      const body = JSON.stringify(toWire(wanted))
      const answer = await ask({ method: 'POST', path: '/api/v2/silences', body })
      return parse(answer, created).silenceID
    },
    silences: async () =>
      (await read('/api/v2/silences', silences)).map(({ status, startsAt, endsAt, ...silence }) => ({
        id: silence.id,
        matchers: silence.matchers,
        createdBy: silence.createdBy,
        comment: silence.comment,
        state: status.state,
        startsAt: unixSeconds(startsAt),
        endsAt: unixSeconds(endsAt),
      })),
    expire: async (id) => {
      // One that was made a moment ago may not have come to every peer.
      const answer = await ask({ method: 'DELETE', path: `/api/v2/silence/${encodeURIComponent(id)}` }, isUnknown)
      if (isUnknown(answer)) throw new AlertmanagerError('not_found', 'Alertmanager has no such silence any more')
      if (answer.status !== 200) throw refused(answer)
    },
    close: async () => void (await Promise.all(opened.map(({ close }) => close()))),
  }
}

/** 404; up to 0.27 it was a 500 that says so. */
function isUnknown({ status, text }: HttpAnswer): boolean {
  return status === 404 || (status === 500 && /silence not found/u.test(text))
}

function openPeer({ timeout = DEFAULT_TIMEOUT, ...server }: AlertmanagerPeer) {
  const place = parsePlace(server.url, OWNER)
  const pool = openHttpPool({ origin: place.origin, connections: 2, tls: readTls(server.tls ?? {}, OWNER) })
  const peer: Peer = async ({ path, ...asked }) => {
    const { headers, secrets } = await readCredentials(server, place, OWNER)
    const joined = `${path}${path.includes('?') ? '&' : '?'}${place.query}`.replace(/[?&]$/u, '')
    const type = asked.body === undefined ? {} : { 'content-type': 'application/json' }
    try {
      return await within(timeout * 1000, [], (signal) =>
        pool.request({
          ...asked,
          path: `${place.path}${joined}`,
          headers: { accept: 'application/json', ...type, ...headers },
          signal,
          maxBytes: MAX_BYTES,
        }),
      )
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      const message = secrets.reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), error.message)
      throw new HttpError(error.code, message, { cause: error })
    }
  }
  return { peer, close: pool.close }
}

function toWire({ matchers, startsAt, endsAt, createdBy, comment }: NewSilence): object {
  return {
    matchers: matchers.map(({ name, op, value }) => ({
      name,
      value,
      isRegex: op === '=~' || op === '!~',
      isEqual: op === '=' || op === '=~',
    })),
    // Rounded up it would lie ahead, and the silence wait for it.
    startsAt: toIso(unixSeconds(Math.floor(startsAt))),
    endsAt: toIso(endsAt),
    createdBy,
    comment,
  }
}

function parse<Schema extends z.ZodType>(answer: HttpAnswer, schema: Schema): z.output<Schema> {
  if (answer.status !== 200) throw refused(answer)
  const parsed = schema.safeParse(jsonOf(answer.text))
  if (parsed.success) return parsed.data
  throw new AlertmanagerError('refused', 'what answers there is no Alertmanager; check clusters[].alertmanager')
}

/** Its own words where there are some: they say which field it did not like. */
function refused({ status, text }: HttpAnswer): AlertmanagerError {
  if (status === 401 || status === 403) {
    return new AlertmanagerError('refused', `Alertmanager lets whyslow not in (HTTP ${status}); check its credentials`)
  }
  const said = refusal.safeParse(jsonOf(text))
  const plain = `Alertmanager refused it (HTTP ${status})`
  return new AlertmanagerError('refused', said.success ? `${plain}: ${shorten(said.data)}` : plain)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
