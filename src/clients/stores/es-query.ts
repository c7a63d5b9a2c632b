import type { Matcher } from '../../domain/matcher.ts'
import type { Window } from '../../domain/window.ts'
import { FAILED_STATUS, LIMITED } from '../failed.ts'
import { INFERENCE_PATH } from '../inference-paths.ts'
import type { Measure } from '../to-reading.ts'
import type { EsField, EsFields } from './es-fields.ts'

export interface EsQuestion {
  readonly fields: EsFields
  readonly timeField: string
  readonly span: Window
  /** Only these clients. */
  readonly among?: readonly string[]
  /** Each client's requests by minute. */
  readonly byMinute?: boolean
  /** Each client's requests by upstream. */
  readonly byUpstream?: boolean
  /** How many user agents speak from each client. */
  readonly byVoice?: boolean
  /** What a limit refused instead of all else. */
  readonly isLimited?: boolean
  /** Fewer clients, of a cluster that refused as many as are wanted. */
  readonly isSmall?: boolean
  /** After which a shard answers with what it has. */
  readonly timeout: string
}

type Json = Readonly<Record<string, unknown>>

/** As many clients as are of use; the sums are of all. */
const MOST_CLIENTS = 500
const MOST_UPSTREAMS = 100
/** Where a cluster allows itself too few buckets or too little memory for those. */
const FEW_CLIENTS = 50
/** Each shard names so many times more than are wanted, so that one that is large on the whole and small on each is not lost. */
const OF_EACH_SHARD = 10
const SUMMED = ['promptTokens', 'outputTokens', 'requestBytes', 'busySeconds'] as const

/** One search that brings no line: each client's numbers, nobody's and everybody's. */
export function searchBody(question: EsQuestion): Json {
  const { fields, byMinute = false, byUpstream = false, byVoice = false, isLimited = false, isSmall = false } = question
  const numbers = isLimited ? {} : numbersOf(fields)
  const client = fields.roles.get('client')?.name ?? ''
  const size = isSmall ? FEW_CLIENTS : MOST_CLIENTS
  const clients = {
    terms: { field: client, size, shard_size: size * OF_EACH_SHARD },
    ...(!isLimited && { aggs: insideOf(question) }),
  }
  return {
    size: 0,
    timeout: question.timeout,
    track_total_hits: true,
    query: { bool: { filter: filtersOf(question) } },
    aggs:
      byMinute || byUpstream || byVoice
        ? { clients }
        : { clients, nobody: { missing: { field: client }, aggs: numbers }, ...numbers },
  }
}

/** What is asked of each client. */
function insideOf(question: EsQuestion): Json {
  const { fields, byMinute = false, byUpstream = false, byVoice = false } = question
  if (byMinute) return { minutes: minutesOf(question) }
  if (byVoice) return { voices: { cardinality: { field: fields.roles.get('userAgent')?.name ?? '' } } }
  if (!byUpstream) return numbersOf(fields)
  return { upstreams: { terms: { field: fields.roles.get('upstream')?.name ?? '', size: MOST_UPSTREAMS } } }
}

/** The measures that the fields tell. */
export function measuresOf({ roles }: EsFields): readonly Measure[] {
  const failures = roles.has('status') ? (['failures'] as const) : []
  return ['requests', ...failures, ...SUMMED.filter((measure) => roles.get(measure)?.isNumber === true)]
}

function numbersOf(fields: EsFields): Json {
  const status = fields.roles.get('status')
  const sums = measuresOf(fields).flatMap((measure) => {
    const field = measure === 'requests' || measure === 'failures' || measure === 'attempts' ? undefined : measure
    const own = field === undefined ? undefined : fields.roles.get(field)
    return own === undefined ? [] : [[measure, { sum: { field: own.name } }] as const]
  })
  return { ...(status !== undefined && { failures: { filter: failedOf(status) } }), ...Object.fromEntries(sums) }
}

function failedOf({ name, isNumber }: EsField): Json {
  if (!isNumber) return { regexp: { [name]: FAILED_STATUS } }
  return {
    bool: { should: [{ range: { [name]: { gte: 500, lte: 599 } } }, { terms: { [name]: [499, 0, -1] } }] },
  }
}

function limitedOf({ name, isNumber }: EsField): Json {
  return { term: { [name]: isNumber ? LIMITED : String(LIMITED) } }
}

function filtersOf({ fields, timeField, span, among, isLimited = false }: EsQuestion): readonly Json[] {
  const { roles, matchers } = fields
  const [method, path, client] = [roles.get('method'), roles.get('path'), roles.get('client')]
  const status = roles.get('status')
  const refused = status === undefined ? undefined : limitedOf(status)
  return [
    {
      range: {
        [timeField]: { gte: timeText(span.start), lt: timeText(span.end), format: 'strict_date_optional_time' },
      },
    },
    ...matchers.map(matcherQuery),
    ...(method === undefined ? [] : [{ term: { [method.name]: 'POST' } }]),
    ...(path === undefined ? [] : [{ regexp: { [path.name]: INFERENCE_PATH } }]),
    // What a limit refused no engine saw.
    ...(refused === undefined ? [] : [isLimited ? refused : { bool: { must_not: [refused] } }]),
    ...(among === undefined || client === undefined ? [] : [{ terms: { [client.name]: among } }]),
  ]
}

function matcherQuery({ name, op, value }: Matcher): Json {
  const query = op === '=' || op === '!=' ? { term: { [name]: value } } : { regexp: { [name]: value } }
  return op === '=' || op === '=~' ? query : { bool: { must_not: [query] } }
}

/** From the span's start on, which need not be a minute of the clock. */
function minutesOf({ timeField, span }: EsQuestion): Json {
  const offset = `+${Math.round(span.start) % 60}s`
  return { date_histogram: { field: timeField, fixed_interval: '1m', offset, min_doc_count: 1 } }
}

function timeText(at: number): string {
  return new Date(Math.round(at * 1000)).toISOString()
}
