import type { ClientReading, ClientsRequest } from '../../domain/clients.ts'
import type { Matcher } from '../../domain/matcher.ts'
import type { Window } from '../../domain/window.ts'
import { durationText } from '../../signals/to-promql.ts'
import type { Answered } from '../../lib/outcome.ts'
import { type MatrixRow, type VectorRow, readMatrix, readRows } from '../../lib/vector.ts'
import type { ClientSource } from '../client-source.ts'
import { MINUTE, minutesIn } from '../minutes.ts'
import { type Measure, countsOf } from '../to-reading.ts'
import { toStoreCounts } from './by-measure.ts'
import { type ClientFilter, type CountingStore, type LimitedCounts, toldBy } from './counting-store.ts'
import { type LineFields, type LinePreset, type UpstreamCounts, linesOf, logOf, upstreamCounts } from './line-fields.ts'
import {
  type LogsqlLines,
  fieldOf,
  limitedText,
  measuresOf,
  requestsText,
  statsText,
  upstreamsText,
  voicesText,
} from './logsql.ts'
import { type OpenedStore, type StoreServer, openStore } from './open-store.ts'
import { absentOf, readStore } from './read-store.ts'

export interface VictoriaLogsClientsSettings extends StoreServer {
  /** The lines of the access log, by fields; the tenant is told by the headers AccountID and ProjectID. */
  readonly selector: readonly Matcher[]
  readonly lines: LinePreset | LineFields
}

/** As many as are of use; the sums are asked for by themselves when there are more. */
const MOST_CLIENTS = 1000
const SOURCE = 'victorialogs'
/** Its words when the clients do not fit into its memory. */
const TOO_MANY = /requires more than .+ of memory|too many/i

/**
 * Clients from the access logs that a VictoriaLogs keeps, counted by it.
 *
 * @throws ConnectionConfigError, in one line, when a setting is wrong
 */
export function createVictoriaLogsClients(settings: VictoriaLogsClientsSettings): ClientSource {
  const log = { selector: settings.selector, lines: linesOf(settings.lines) }
  const { open, close } = openStore(settings, 'clients: victorialogs')

  async function read(request: ClientsRequest): Promise<readonly ClientReading[]> {
    const opened = await open(request.deadline)
    if (opened.status === 'failed') return [absentOf(SOURCE, opened)]
    const queryOf = (span: Window): string => byClient(log, span)
    return [
      await readStore(
        {
          source: SOURCE,
          identity: log.lines.identity,
          ...logOf(settings.lines),
          store: storeOf(opened.value, log),
          queryOf,
        },
        request,
      ),
    ]
  }
  return { name: SOURCE, read, close }
}

const LARGEST = ` | sort by (requests desc) | limit ${MOST_CLIENTS}`

function byClient(log: LogsqlLines, span: Window, filter: ClientFilter = { kind: 'all' }): string {
  return `${statsText(log, { span, filter, by: 'client' })}${LARGEST}`
}

function storeOf({ api, timeout }: OpenedStore, log: LogsqlLines): CountingStore {
  const { lines } = log
  const client = fieldOf(lines, 'client')
  const measures = measuresOf(lines)

  async function ask(query: string, span: Window): Promise<Answered<readonly VectorRow[]>> {
    const form = { query, time: String(span.end), timeout: durationText(timeout) }
    const answer = await api.get('/select/logsql/stats_query', new URLSearchParams(form))
    if (answer.status === 'failed') return answer
    const rows = readRows(answer.value.data)
    if (rows === undefined) return { status: 'failed', reason: 'bad_answer', detail: 'the answer is no vector' }
    return { status: 'ok', value: rows.filter(({ value }) => Number.isFinite(value)) }
  }
  async function count(span: Window, filter: ClientFilter): ReturnType<CountingStore['count']> {
    const answer = await ask(byClient(log, span, filter), span)
    if (answer.status === 'failed') return answer
    const told = measures.map((measure) => {
      const values = valuesOf(answer.value, measure)
      return {
        measure,
        answer: { status: 'ok', value: { values, isPartial: false, isCut: values.size >= MOST_CLIENTS } },
      } as const
    })
    return toStoreCounts(told, isLimit)
  }
  function valuesOf(rows: readonly VectorRow[], measure: Measure | 'voices'): ReadonlyMap<string, number> {
    const own = rows.filter(({ labels }) => labels['__name__'] === measure)
    return new Map(own.map(({ labels, value }) => [labels[client] ?? '', value * factorOf(measure)]))
  }
  function factorOf(measure: Measure | 'voices'): number {
    return measure === 'busySeconds' ? (lines.secondsFactor ?? 1) : 1
  }
  async function total(span: Window): ReturnType<CountingStore['total']> {
    const answer = await ask(statsText(log, { span, filter: { kind: 'all' }, by: 'nothing' }), span)
    if (answer.status === 'failed') return answer
    const sums = measures.map((measure) => [measure, valuesOf(answer.value, measure).get('') ?? 0] as const)
    return { status: 'ok', value: countsOf(sums) }
  }
  async function minutes(span: Window, names: readonly string[]): ReturnType<CountingStore['minutes']> {
    if (minutesIn(span) < 1 || names.length === 0) return { status: 'ok', value: new Map() }
    const query = requestsText(log, span, { kind: 'among', names })
    const form = { query, start: String(span.start), end: String(span.end), step: '1m', timeout: durationText(timeout) }
    const answer = await api.get('/select/logsql/stats_query_range', new URLSearchParams(form))
    if (answer.status === 'failed') return answer
    const rows = readMatrix(answer.value.data) ?? []
    return { status: 'ok', value: new Map(rows.map((row) => [row.labels[client] ?? '', byBucket(row, span)])) }
  }
  async function upstreams(span: Window, names: readonly string[]): Promise<Answered<UpstreamCounts>> {
    const answer = await ask(`${upstreamsText(log, span, names)} | limit ${MOST_CLIENTS}`, span)
    if (answer.status === 'failed') return answer
    const rows = answer.value.map(({ labels, value }) => ({
      client: labels[client] ?? '',
      upstream: labels[fieldOf(lines, 'upstream')] ?? '',
      requests: value,
    }))
    return { status: 'ok', value: upstreamCounts(rows) }
  }
  async function limited(span: Window, by: 'client' | 'nothing'): Promise<Answered<LimitedCounts>> {
    const answer = await ask(`${limitedText(log, span, by)}${by === 'client' ? LARGEST : ''}`, span)
    if (answer.status === 'failed') return answer
    const counts = valuesOf(answer.value, 'requests')
    return { status: 'ok', value: { byClient: counts, isCut: counts.size >= MOST_CLIENTS } }
  }
  async function voices(span: Window, names: readonly string[]): Promise<Answered<ReadonlyMap<string, number>>> {
    const answer = await ask(voicesText(log, span, names), span)
    return answer.status === 'failed' ? answer : { status: 'ok', value: valuesOf(answer.value, 'voices') }
  }
  return { count, total, minutes, isLimit, ...toldBy(lines, { upstreams, limited, voices }) }
}

/** Its minutes are those of the clock, and each is told by its beginning; one is counted where most of it lies. */
function byBucket({ values }: MatrixRow, span: Window): readonly number[] {
  const minutes = Array.from({ length: minutesIn(span) }, () => 0)
  for (const [at, value] of values) {
    const index = Math.min(Math.max(Math.round((at - span.start) / MINUTE), 0), minutes.length - 1)
    minutes[index] = (minutes[index] ?? 0) + value
  }
  return minutes
}

function isLimit({ reason, detail = '' }: Parameters<CountingStore['isLimit']>[0]): boolean {
  return reason !== 'http_429' && reason.startsWith('http_') && TOO_MANY.test(detail)
}
