import type { ClientReading, ClientsRequest } from '../../domain/clients.ts'
import type { Matcher } from '../../domain/matcher.ts'
import { type UnixSeconds, later, seconds } from '../../domain/time.ts'
import type { Window } from '../../domain/window.ts'
import { ConnectionConfigError } from '../../lib/http-connection.ts'
import type { Answered } from '../../lib/outcome.ts'
import { type VectorRow, readMatrix, readRows } from '../../lib/vector.ts'
import type { ClientSource } from '../client-source.ts'
import { MINUTE, minuteEnds, minutesIn, toMinutes } from '../minutes.ts'
import { type Measure, countsOf } from '../to-reading.ts'
import { toStoreCounts } from './by-measure.ts'
import { type ClientFilter, type CountingStore, type LimitedCounts, toldBy } from './counting-store.ts'
import {
  type LineFields,
  type LinePreset,
  type UpstreamCounts,
  linesOf,
  logOf,
  upstreamCounts,
  rolesOf,
} from './line-fields.ts'
import { type LogqlLines, isLabelName, labelOf, measureText, measuresOf, upstreamsText, voicesText } from './logql.ts'
import { type OpenedStore, type StoreServer, openStore } from './open-store.ts'
import { absentOf, readStore } from './read-store.ts'

export interface LokiClientsSettings extends StoreServer {
  /** The streams with the access log, such as `app="ingress-nginx"`. */
  readonly selector: readonly Matcher[]
  /** What their lines are. */
  readonly lines: LinePreset | LineFields
}

/** Loki tells 500 series unless its `max_query_series` says otherwise. */
const MOST_CLIENTS = 400
const SOURCE = 'loki'
const OWNER = 'clients: loki'
/** Loki's words when an answer has more series than it may. */
const TOO_MANY = /maximum (?:number )?of (?:unique )?series/i

/**
 * Clients from the access logs that a Loki keeps, counted by it.
 *
 * @throws ConnectionConfigError, in one line, when a setting is wrong
 */
export function createLokiClients(settings: LokiClientsSettings): ClientSource {
  const lines = checked(linesOf(settings.lines))
  const { open, close } = openStore(settings, OWNER)

  async function read(request: ClientsRequest): Promise<readonly ClientReading[]> {
    const opened = await open(request.deadline)
    if (opened.status === 'failed') return [absentOf(SOURCE, opened)]
    const log = { selector: settings.selector, lines }
    const queryOf = (span: Window): string => byClient(log, { measure: 'requests', filter: { kind: 'all' }, span })
    const store = storeOf(opened.value, log)
    return [
      await readStore({ source: SOURCE, identity: lines.identity, ...logOf(settings.lines), store, queryOf }, request),
    ]
  }
  return { name: SOURCE, read, close }
}

/** Labels cannot be escaped in LogQL. */
function checked(lines: LineFields): LineFields {
  const strange = rolesOf(lines)
    .map((role) => labelOf(lines, role))
    .find((label) => !isLabelName(label))
  if (strange === undefined) return lines
  throw new ConnectionConfigError(`${OWNER}: ${strange} cannot be a label's name; write it as Loki shows it`)
}

type Question = Parameters<typeof measureText>[1]

function byClient(log: LogqlLines, question: Question): string {
  return `topk(${MOST_CLIENTS}, sum by (${labelOf(log.lines, 'client')}) (${measureText(log, question)}))`
}

function storeOf({ api }: OpenedStore, log: LogqlLines): CountingStore {
  const { lines } = log
  const label = labelOf(lines, 'client')
  const measures = measuresOf(lines)
  const factorOf = (measure: Measure): number => (measure === 'busySeconds' ? (lines.secondsFactor ?? 1) : 1)

  async function ask(
    query: string,
    at: UnixSeconds,
  ): Promise<Answered<{ rows: readonly VectorRow[]; isPartial: boolean }>> {
    const answer = await api.get('/loki/api/v1/query', new URLSearchParams({ query, time: nanoseconds(at) }))
    if (answer.status === 'failed') return answer
    const rows = readRows(answer.value.data)
    if (rows === undefined) return { status: 'failed', reason: 'bad_answer', detail: 'the answer is no vector' }
    const numbers = rows.filter(({ value }) => Number.isFinite(value))
    return { status: 'ok', value: { rows: numbers, isPartial: answer.value.warnings.length > 0 } }
  }
  async function count(span: Window, filter: ClientFilter): ReturnType<CountingStore['count']> {
    const answers = await Promise.all(
      measures.map(async (measure) => {
        const answer = await ask(byClient(log, { measure, filter, span }), span.end)
        if (answer.status === 'failed') return { measure, answer }
        const { rows, isPartial } = answer.value
        const values = new Map(rows.map(({ labels, value }) => [labels[label] ?? '', value * factorOf(measure)]))
        return {
          measure,
          answer: { status: 'ok', value: { values, isPartial, isCut: rows.length >= MOST_CLIENTS } },
        } as const
      }),
    )
    return toStoreCounts(answers, isLimit)
  }
  async function total(span: Window): ReturnType<CountingStore['total']> {
    const question = { filter: { kind: 'all' }, span } as const
    const answers = await Promise.all(
      measures.map(async (measure) => {
        return { measure, answer: await ask(`sum(${measureText(log, { measure, ...question })})`, span.end) }
      }),
    )
    const failed = answers.find(({ measure, answer }) => measure === 'requests' && answer.status === 'failed')
    if (failed?.answer.status === 'failed') return failed.answer
    const sums = answers.flatMap(({ measure, answer }) =>
      answer.status === 'ok' ? [[measure, (answer.value.rows[0]?.value ?? 0) * factorOf(measure)] as const] : [],
    )
    return { status: 'ok', value: countsOf(sums) }
  }
  async function minutes(span: Window, names: readonly string[]): ReturnType<CountingStore['minutes']> {
    if (minutesIn(span) < 1 || names.length === 0) return { status: 'ok', value: new Map() }
    const minute = { start: span.start, end: later(span.start, seconds(MINUTE)) }
    const { start, end } = minuteEnds(span)
    const query = `sum by (${label}) (${measureText(log, { measure: 'requests', filter: { kind: 'among', names }, span: minute })})`
    const form = { query, start: nanoseconds(start), end: nanoseconds(end), step: String(MINUTE) }
    const answer = await api.get('/loki/api/v1/query_range', new URLSearchParams(form))
    if (answer.status === 'failed') return answer
    const rows = readMatrix(answer.value.data) ?? []
    return { status: 'ok', value: new Map(rows.map((row) => [row.labels[label] ?? '', toMinutes(row, span)])) }
  }
  async function upstreams(span: Window, names: readonly string[]): Promise<Answered<UpstreamCounts>> {
    const answer = await ask(`topk(${MOST_CLIENTS}, ${upstreamsText(log, names, span)})`, span.end)
    if (answer.status === 'failed') return answer
    const rows = answer.value.rows.map(({ labels, value }) => ({
      client: labels[label] ?? '',
      upstream: labels[labelOf(lines, 'upstream')] ?? '',
      requests: value,
    }))
    return { status: 'ok', value: upstreamCounts(rows) }
  }
  async function limited(span: Window, by: 'client' | 'nothing'): Promise<Answered<LimitedCounts>> {
    const question = { measure: 'limited', filter: { kind: 'all' }, span } as const
    const query = by === 'client' ? byClient(log, question) : `sum(${measureText(log, question)})`
    const answer = await ask(query, span.end)
    if (answer.status === 'failed') return answer
    const { rows } = answer.value
    const counts = new Map(rows.map(({ labels, value }) => [labels[label] ?? '', value]))
    return { status: 'ok', value: { byClient: counts, isCut: rows.length >= MOST_CLIENTS } }
  }
  async function voices(span: Window, names: readonly string[]): Promise<Answered<ReadonlyMap<string, number>>> {
    const answer = await ask(voicesText(log, names, span), span.end)
    if (answer.status === 'failed') return answer
    return { status: 'ok', value: new Map(answer.value.rows.map(({ labels, value }) => [labels[label] ?? '', value])) }
  }
  return { count, total, minutes, isLimit, ...toldBy(lines, { upstreams, limited, voices }) }
}

function isLimit({ reason, detail = '' }: Parameters<CountingStore['isLimit']>[0]): boolean {
  return (reason === 'http_400' || reason === 'http_422' || reason === 'http_500') && TOO_MANY.test(detail)
}

function nanoseconds(at: number): string {
  return String(BigInt(Math.round(at * 1000)) * 1_000_000n)
}
