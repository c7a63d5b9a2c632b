import { z } from 'zod'
import { CHANGE_KINDS, type ChangeKind, type FleetChange, type ToldChanges } from '../../domain/fleet-change.ts'
import { type UnixSeconds, seconds, unixSeconds } from '../../domain/time.ts'
import type { Window } from '../../domain/window.ts'
import { WhyslowError } from '../../lib/errors.ts'
import { HttpError, openHttpPool } from '../../lib/http-pool.ts'
import { shorten } from '../../lib/shorten.ts'
import { within } from '../../lib/within.ts'
import type { PrometheusConfig } from '../sources/prometheus/config.ts'
import { parsePlace, readCredentials, readTls } from '../../lib/http-connection.ts'

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
  /** @throws GrafanaError in one line, without secrets, also when the signal aborts */
  readonly changesIn: (time: Window, signal?: AbortSignal) => Promise<ToldChanges>
  /** Its text is shown as it is. @throws GrafanaError in one line, without secrets */
  readonly annotate: (annotation: Annotation) => Promise<void>
  readonly close: () => Promise<void>
}

export class GrafanaError extends WhyslowError {
  override readonly name = 'GrafanaError'

  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super('grafana', message, options)
  }
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

type Form = readonly (readonly [string, string])[]

interface Sent {
  readonly method: 'GET' | 'POST'
  readonly form: Form
  readonly body?: string
  /** Ends it before its time. */
  readonly outer?: AbortSignal
}

/**
 * Opens a Grafana; nothing is asked of it yet.
 *
 * @throws ConnectionConfigError, in one line, when a setting is wrong
 */
export function openGrafana(config: GrafanaConfig): Grafana {
  const { tags, timeout = DEFAULT_TIMEOUT, tls = {} } = config
  const place = parsePlace(config.url, OWNER)
  /** A key may be asked for in the URL, as by a gateway before it. */
  const fixed = [...new URLSearchParams(place.query)]
  const query = (form: Form): string =>
    new URLSearchParams([...fixed, ...form].map(([key, value]): [string, string] => [key, value])).toString()
  const pool = openHttpPool({ origin: place.origin, connections: 1, tls: readTls(tls, OWNER) })

  async function send({ method, form, body, outer }: Sent): Promise<string> {
    const { headers, secrets } = await readCredentials(config, place, OWNER)
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    try {
      const answer = await within(timeout * 1000, outer ?? [], (signal) =>
        pool.request({
          method,
          path: `${place.path}/api/annotations?${query(form)}`,
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
    changesIn: async (asked, signal) => {
      const { start, end } = asked
      const form: Form = [
        ['from', String(Math.round(start * 1000))],
        ['to', String(Math.round(end * 1000))],
        ['type', 'annotation'],
        ['matchAny', 'true'],
        ['limit', String(MOST)],
        ...tags.map((tag): [string, string] => ['tags', tag]),
      ]
      return parseAnnotations(await send({ method: 'GET', form, ...(signal && { outer: signal }) }), asked)
    },
    annotate: async ({ from, to, text, tags: own }) => {
      const times = { time: Math.round(from * 1000), timeEnd: Math.round(to * 1000) }
      const body = JSON.stringify({ ...times, tags: [OWN_TAG, ...own], text: withoutHtml(text) })
      await send({ method: 'POST', form: [], body })
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

/** What it was not asked for is passed over: a proxy may answer anything, and a triage reads what was before a change. */
function parseAnnotations(text: string, { start, end }: Window): ToldChanges {
  const parsed = ANNOTATIONS.safeParse(jsonOf(text))
  if (!parsed.success) throw new GrafanaError('answered something that is no list of annotations')
  const changes = parsed.data
    .filter(({ tags, time }) => time >= start * 1000 && time <= end * 1000 && tags?.includes(OWN_TAG) !== true)
    .toSorted((one, other) => other.time - one.time)
    .slice(0, MOST)
    .toReversed()
    .map(changeOf)
  return { changes, isCut: parsed.data.length >= MOST }
}

function changeOf({ time, text, tags }: z.output<typeof ANNOTATIONS>[number]): FleetChange {
  return {
    at: unixSeconds(time / 1000),
    kind: kindOf(tags ?? []),
    text: shorten(withoutMarkup(text)) || shorten((tags ?? []).join(', ')),
    source: 'grafana',
    instances: [],
  }
}

/** Other words for a deploy, which are asked for unless tags are stated. */
const DEPLOYS = ['deployment', 'release']

function kindOf(tags: readonly string[]): ChangeKind {
  const kind = CHANGE_KINDS.find((known) => tags.includes(known))
  return kind ?? (tags.some((tag) => DEPLOYS.includes(tag)) ? 'deploy' : 'other')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const TAG =
  /<\/?(?:a|abbr|b|blockquote|br|code|dd|div|dl|dt|em|font|h[1-6]|hr|i|img|li|ol|p|pre|s|script|small|span|strong|style|sub|sup|table|tbody|td|th|thead|tr|u|ul)(?:\s[^<>]*)?\/?>/giu

/** Grafana's annotations may hold HTML, beside a `<` that means less; what is left is escaped by whoever shows it. */
function withoutMarkup(text: string): string {
  return text.replaceAll(TAG, ' ')
}

/** Grafana shows an annotation's text as HTML, and a title holds names that others chose. */
function withoutHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
