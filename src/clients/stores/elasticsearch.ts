import type { ClientReading, ClientsRequest } from '../../domain/clients.ts'
import type { Matcher } from '../../domain/matcher.ts'
import type { Window } from '../../domain/window.ts'
import { pathOf } from '../../lib/http-api.ts'
import { ConnectionConfigError } from '../../lib/http-connection.ts'
import { HttpError } from '../../lib/http-pool.ts'
import { failureOf } from '../../lib/http-send.ts'
import type { Answered } from '../../lib/outcome.ts'
import type { ClientSource } from '../client-source.ts'
import { minutesIn } from '../minutes.ts'
import type { CountingStore, LimitedCounts } from './counting-store.ts'
import { hasNoShards, readBuckets, readCounts, readLimited, readUpstreams, readVoices } from './es-answer.ts'
import { type EsFields, askedFields, guessedFields, knownFields, nameOf } from './es-fields.ts'
import { type EsQuestion, measuresOf, searchBody } from './es-query.ts'
import { type LineFields, type LinePreset, type UpstreamCounts, linesOf, logOf, upstreamCounts } from './line-fields.ts'
import { type OpenedStore, type StoreServer, openStore } from './open-store.ts'
import { readJson } from './read-json.ts'
import { absentOf, readStore } from './read-store.ts'

export interface ElasticsearchClientsSettings extends StoreServer {
  /** An index, a data stream or several, as `logs-nginx-*`. */
  readonly index: string
  /** `@timestamp` unless stated. */
  readonly timeField?: string
  /** Narrows to the lines of the gateway. */
  readonly selector?: readonly Matcher[]
  /** Its fields; the store takes no line apart when it is asked. */
  readonly lines: LinePreset | LineFields
}

const SOURCE = 'elasticsearch'
const OWNER = 'clients: elasticsearch'
/** Of the time for a question, so that what a shard has by then arrives within it. */
const OF_TIMEOUT = 0.8
/** Its words where it has too few buckets (`search.max_buckets`) or too little memory for so many clients. */
const TOO_MUCH = /too[ _]many[ _]buckets|circuit_breaking|data too large/i
const FIELDDATA = /fielddata|not optimi[sz]ed for operations that require per-document field data/i

type Body = Readonly<Record<string, unknown>>

/**
 * Clients from the access logs that an Elasticsearch or OpenSearch keeps, counted by it.
 *
 * @throws ConnectionConfigError, in one line, when a setting is wrong
 */
export function createElasticsearchClients(settings: ElasticsearchClientsSettings): ClientSource {
  const lines = linesOf(settings.lines)
  if (lines.kind === 'pattern' || lines.kind === 'regexp') {
    throw new ConnectionConfigError(`${OWNER}: it cannot take lines apart; name the fields that hold client and status`)
  }
  const { open, close } = openStore(settings, OWNER)

  async function read(request: ClientsRequest): Promise<readonly ClientReading[]> {
    const opened = await open(request.deadline)
    if (opened.status === 'failed') return [absentOf(SOURCE, opened)]
    const search = searchOf(opened.value, settings)
    const fields = await search.fields(lines)
    if (fields.status === 'failed') return [absentOf(SOURCE, fields)]
    if (!fields.value.roles.has('client')) {
      const detail = `no index has the field ${nameOf(lines, 'client')}`
      return [{ status: 'absent', source: SOURCE, reason: 'not_exposed', detail }]
    }
    const store = storeOf(search, { settings, lines, fields: fields.value })
    const queryOf = (span: Window): string => `POST /${settings.index}/_search ${store.text(span)}`
    return [
      await readStore({ source: SOURCE, identity: lines.identity, ...logOf(settings.lines), store, queryOf }, request),
    ]
  }
  return { name: SOURCE, read, close }
}

interface Search {
  /** The fields as they can be used; guessed where nobody may ask. */
  readonly fields: (lines: LineFields) => Promise<Answered<EsFields>>
  readonly post: (body: unknown) => Promise<Answered<Body>>
  readonly timeout: string
}

function searchOf(opened: OpenedStore, { index, selector = [] }: ElasticsearchClientsSettings): Search {
  const { place, sender, clean, timeout } = opened
  const base = `/${index.split(',').map(encodeURIComponent).join(',')}`

  async function ask(message: Parameters<typeof sender.send>[0]): Promise<Answered<Body>> {
    const answer = await sender.send(message)
    return answer instanceof HttpError ? failureOf(answer) : readJson(answer, clean)
  }
  async function fields(lines: LineFields): Promise<Answered<EsFields>> {
    const form = new URLSearchParams({ fields: askedFields(lines, selector).join(',') })
    const caps = await ask({ method: 'GET', path: pathOf(place, `${base}/_field_caps`, form) })
    if (caps.status === 'ok') return { status: 'ok', value: knownFields(caps.value, lines, selector) }
    if (caps.reason !== 'http_403' && caps.reason !== 'http_405') return caps
    return { status: 'ok', value: guessedFields(lines, selector, false) }
  }
  async function post(body: unknown): Promise<Answered<Body>> {
    const path = pathOf(place, `${base}/_search`)
    const answer = await ask({ method: 'POST', path, body: JSON.stringify(body), bodyType: 'application/json' })
    if (answer.status === 'ok' && hasNoShards(answer.value)) {
      return { status: 'failed', reason: 'http_404', detail: `no index is called ${index}` }
    }
    return answer
  }
  return { fields, post, timeout: `${Math.max(1, Math.floor(timeout * OF_TIMEOUT))}s` }
}

const NO_COUNTS = {
  status: 'failed',
  reason: 'bad_answer',
  detail: 'it answered something that is not a search with its counts',
} as const

type Question = Pick<EsQuestion, 'span' | 'among' | 'byMinute' | 'byUpstream' | 'byVoice' | 'isLimited'>

interface StoreContext {
  readonly settings: ElasticsearchClientsSettings
  readonly lines: LineFields
  readonly fields: EsFields
}

function storeOf(
  { post, timeout }: Search,
  { settings, lines, ...context }: StoreContext,
): CountingStore & { readonly text: (span: Window) => string } {
  const { timeField = '@timestamp', selector = [] } = settings
  const shape = { measures: measuresOf(context.fields), secondsFactor: lines.secondsFactor ?? 1 }
  let { fields } = context
  let isSmall = false

  function bodyOf(question: Question): unknown {
    return searchBody({ fields, timeField, timeout, isSmall, ...question })
  }
  /** A text cannot be grouped by: its whole is asked for from then on. So are fewer clients where they were too many. */
  async function ask(question: Question): Promise<Answered<Body>> {
    const answer = await post(bodyOf(question))
    if (answer.status === 'ok') return answer
    if (answer.reason === 'http_400' && FIELDDATA.test(answer.detail ?? '')) {
      fields = guessedFields(lines, selector, true)
    } else if (!isSmall && TOO_MUCH.test(answer.detail ?? '')) isSmall = true
    else return answer
    return post(bodyOf(question))
  }
  const count: CountingStore['count'] = async (span, filter) => {
    const among = filter.kind === 'among' ? { among: filter.names } : {}
    const answer = await ask({ span, ...among })
    if (answer.status === 'failed') return answer
    const counts = readCounts(answer.value, shape)
    return counts === undefined ? NO_COUNTS : { status: 'ok', value: counts }
  }
  return {
    count,
    total: async (span) => {
      const answer = await count(span, { kind: 'all' })
      return answer.status === 'failed' ? answer : { status: 'ok', value: answer.value.total ?? { requests: 0 } }
    },
    minutes: async (span, names) => {
      if (minutesIn(span) < 1 || names.length === 0) return { status: 'ok', value: new Map() }
      const answer = await ask({ span, among: names, byMinute: true })
      return answer.status === 'failed' ? answer : { status: 'ok', value: readBuckets(answer.value, span) }
    },
    ...(fields.roles.has('upstream') && {
      upstreams: async (span: Window, names: readonly string[]): Promise<Answered<UpstreamCounts>> => {
        const answer = await ask({ span, among: names, byUpstream: true })
        return answer.status === 'failed'
          ? answer
          : { status: 'ok', value: upstreamCounts(readUpstreams(answer.value)) }
      },
    }),
    ...(fields.roles.has('userAgent') && {
      voices: async (span: Window, names: readonly string[]): Promise<Answered<ReadonlyMap<string, number>>> => {
        const answer = await ask({ span, among: names, byVoice: true })
        return answer.status === 'failed' ? answer : { status: 'ok', value: readVoices(answer.value) }
      },
    }),
    ...(fields.roles.has('status') && {
      limited: async (span: Window): Promise<Answered<LimitedCounts>> => {
        const answer = await ask({ span, isLimited: true })
        if (answer.status === 'failed') return answer
        const counts = readLimited(answer.value)
        return counts === undefined ? NO_COUNTS : { status: 'ok', value: counts }
      },
    }),
    // The largest are told whatever their number, with the sums of all beside them.
    isLimit: () => false,
    text: (span) => JSON.stringify(bodyOf({ span })),
  }
}
