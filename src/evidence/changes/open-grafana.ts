import { z } from 'zod'
import { CHANGE_KINDS, type FleetChange } from '../../domain/fleet-change.ts'
import { type UnixSeconds, seconds, unixSeconds } from '../../domain/time.ts'
import type { Window } from '../../domain/window.ts'
import { HttpError, openHttpPool } from '../../lib/http-pool.ts'
import { shorten } from '../../lib/shorten.ts'
import { within } from '../../lib/within.ts'
import type { PrometheusConfig } from '../sources/prometheus/config.ts'
import { parsePlace, readCredentials, readTls } from '../sources/prometheus/connection.ts'

/** A Grafana, and which of its annotations tell of changes. */
export interface GrafanaConfig extends Omit<PrometheusConfig, 'selector'> {
  /** An annotation with one of them tells of a change. */
  readonly tags: readonly string[]
}

/** What is to be marked on the dashboards. */
export interface Annotation {
  readonly from: UnixSeconds
  readonly to: UnixSeconds
  readonly text: string
  readonly tags: readonly string[]
}

export interface Grafana {
  /** @throws GrafanaError in one line, without secrets */
  readonly changesIn: (time: Window) => Promise<readonly FleetChange[]>
  /** @throws GrafanaError in one line, without secrets */
  readonly annotate: (annotation: Annotation) => Promise<void>
  readonly close: () => Promise<void>
}

export class GrafanaError extends Error {
  override readonly name = 'GrafanaError'
}

const OWNER = 'grafana'
/** A triage waits for it, and has the evidence still to read. */
const DEFAULT_TIMEOUT = seconds(1)
const MOST = 100
const MAX_BYTES = 4 * 1024 * 1024
/** By this tag whyslow knows what it has written itself. */
export const OWN_TAG = 'whyslow'

/** `GET /api/annotations`: times in milliseconds; a region's `time` is its start. Other fields are of no use here. */
const ANNOTATIONS = z.array(
  z.looseObject({ time: z.number(), text: z.string().catch(''), tags: z.array(z.string()).nullish().catch([]) }),
)

/**
 * Opens a Grafana; nothing is asked of it yet.
 *
 * @throws PrometheusConfigError, in one line, when a setting is wrong
 */
export function openGrafana(config: GrafanaConfig): Grafana {
  const { tags, timeout = DEFAULT_TIMEOUT, tls = {} } = config
  const place = parsePlace(config.url, OWNER)
  const pool = openHttpPool({ origin: place.origin, connections: 1, tls: readTls(tls, OWNER) })

  async function send(method: 'GET' | 'POST', path: string, body?: string): Promise<string> {
    const { headers, secrets } = await readCredentials(config, place, OWNER)
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    try {
      const answer = await within(timeout * 1000, [], (signal) =>
        pool.request({
          method,
          path: `${place.path}${path}`,
          headers: { accept: 'application/json', ...type, ...headers },
          ...(body !== undefined && { body }),
          signal,
          maxBytes: MAX_BYTES,
        }),
      )
      if (answer.status === 200) return answer.text
      throw new GrafanaError(mendOf(answer.status))
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      const message = secrets.reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), error.message)
      throw new GrafanaError(message, { cause: error })
    }
  }

  return {
    changesIn: async ({ start, end }) => {
      const form = new URLSearchParams([
        ['from', String(Math.round(start * 1000))],
        ['to', String(Math.round(end * 1000))],
        ['type', 'annotation'],
        ['matchAny', 'true'],
        ['limit', String(MOST)],
        ...tags.map((tag): [string, string] => ['tags', tag]),
      ])
      return parseAnnotations(await send('GET', `/api/annotations?${form.toString()}`))
    },
    annotate: async ({ from, to, text, tags: own }) => {
      const times = { time: Math.round(from * 1000), timeEnd: Math.round(to * 1000) }
      await send('POST', '/api/annotations', JSON.stringify({ ...times, tags: [OWN_TAG, ...own], text }))
    },
    close: pool.close,
  }
}

function mendOf(status: number): string {
  if (status === 401 || status === 403) {
    return `annotations are refused (HTTP ${status}); its token needs the role Viewer to read them, Editor to write them`
  }
  return status === 404 ? 'has no annotations there (HTTP 404); is its url right?' : `annotations: HTTP ${status}`
}

function parseAnnotations(text: string): readonly FleetChange[] {
  const parsed = ANNOTATIONS.safeParse(jsonOf(text))
  if (!parsed.success) throw new GrafanaError('answered something that is no list of annotations')
  return parsed.data
    .filter(({ tags, time }) => time > 0 && tags?.includes(OWN_TAG) !== true)
    .map(({ time, text: told, tags }) => ({
      at: unixSeconds(time / 1000),
      kind: CHANGE_KINDS.find((kind) => tags?.includes(kind)) ?? 'other',
      text: shorten(withoutMarkup(told)) || shorten((tags ?? []).join(', ')),
      source: 'grafana' as const,
      instances: [],
    }))
    .toSorted((one, other) => one.at - other.at)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Grafana's annotations may hold HTML; what is left of it is escaped by whoever shows it. */
function withoutMarkup(text: string): string {
  return text.replaceAll(/<[^<>]*>/gu, ' ')
}
