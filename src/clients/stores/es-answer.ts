import type { ClientCounts } from '../../domain/clients.ts'
import type { Window } from '../../domain/window.ts'
import { isRecord } from '../../lib/is-record.ts'
import { MINUTE, minutesIn } from '../minutes.ts'
import { type Measure, countsOf } from '../to-reading.ts'
import type { LimitedCounts, StoreCounts } from './counting-store.ts'
import type { UpstreamRow } from './line-fields.ts'

export interface EsShape {
  readonly measures: readonly Measure[]
  /** From the field's unit of time to seconds. */
  readonly secondsFactor: number
}

/** Counts by client of a search's answer; undefined where it is none. */
export function readCounts(body: Readonly<Record<string, unknown>>, shape: EsShape): StoreCounts | undefined {
  const { aggregations, hits } = body
  if (!isRecord(aggregations) || !isRecord(hits) || !isRecord(hits['total'])) return undefined
  const { clients, nobody } = aggregations
  if (!isRecord(clients) || !Array.isArray(clients['buckets'])) return undefined
  const own = clients['buckets'].flatMap((bucket: unknown) => {
    return isRecord(bucket) ? [[keyOf(bucket), countsIn(bucket, bucket['doc_count'], shape)] as const] : []
  })
  const unnamed =
    isRecord(nobody) && numberOf(nobody['doc_count']) > 0 ? countsIn(nobody, nobody['doc_count'], shape) : undefined
  const missed = numberOf(clients['doc_count_error_upper_bound'])
  return {
    byClient: new Map([...(unnamed === undefined ? [] : [['', unnamed] as const]), ...own]),
    total: countsIn(aggregations, hits['total']['value'], shape),
    isCut: numberOf(clients['sum_other_doc_count']) > 0,
    isPartial: isIncomplete(body),
    notes: [
      ...(missed > 0 ? [`of each client up to ${missed} requests may be missing: each shard names its largest`] : []),
      ...gapsOf(body),
    ],
  }
}

/** What a limit refused, of a search that counts nothing else; undefined where it is none. */
export function readLimited(body: Readonly<Record<string, unknown>>): LimitedCounts | undefined {
  const counts = readCounts(body, { measures: ['requests'], secondsFactor: 1 })
  if (counts?.total === undefined) return undefined
  const byClient = new Map([...counts.byClient].map(([name, { requests }]) => [name, requests]))
  return { byClient, isCut: counts.isCut, total: counts.total.requests }
}

/** Requests by minute of each client. */
export function readBuckets(
  body: Readonly<Record<string, unknown>>,
  span: Window,
): ReadonlyMap<string, readonly number[]> {
  const { aggregations } = body
  const clients = isRecord(aggregations) ? aggregations['clients'] : undefined
  if (!isRecord(clients) || !Array.isArray(clients['buckets'])) return new Map()
  return new Map(
    clients['buckets'].flatMap((bucket: unknown) => {
      if (!isRecord(bucket) || !isRecord(bucket['minutes']) || !Array.isArray(bucket['minutes']['buckets'])) return []
      const minutes = Array.from({ length: minutesIn(span) }, () => 0)
      for (const minute of bucket['minutes']['buckets']) {
        if (!isRecord(minute)) continue
        const index = Math.round((numberOf(minute['key']) / 1000 - span.start) / MINUTE)
        if (index >= 0 && index < minutes.length) minutes[index] = (minutes[index] ?? 0) + numberOf(minute['doc_count'])
      }
      return [[keyOf(bucket), minutes] as const]
    }),
  )
}

/** User agents of each client; a few are told exactly, many about so. */
export function readVoices(body: Readonly<Record<string, unknown>>): ReadonlyMap<string, number> {
  const { aggregations } = body
  const clients = isRecord(aggregations) ? aggregations['clients'] : undefined
  if (!isRecord(clients) || !Array.isArray(clients['buckets'])) return new Map()
  return new Map(
    clients['buckets'].flatMap((bucket: unknown) => {
      if (!isRecord(bucket) || !isRecord(bucket['voices'])) return []
      return [[keyOf(bucket), numberOf(bucket['voices']['value'])] as const]
    }),
  )
}

/** Requests by upstream of each client. */
export function readUpstreams(body: Readonly<Record<string, unknown>>): readonly UpstreamRow[] {
  const { aggregations } = body
  const clients = isRecord(aggregations) ? aggregations['clients'] : undefined
  if (!isRecord(clients) || !Array.isArray(clients['buckets'])) return []
  return clients['buckets'].flatMap((bucket: unknown) => {
    if (!isRecord(bucket) || !isRecord(bucket['upstreams']) || !Array.isArray(bucket['upstreams']['buckets'])) return []
    return bucket['upstreams']['buckets'].flatMap((upstream: unknown) =>
      isRecord(upstream)
        ? [{ client: keyOf(bucket), upstream: keyOf(upstream), requests: numberOf(upstream['doc_count']) }]
        : [],
    )
  })
}

/** An answer of no shard at all is that no index is called so. */
export function hasNoShards({ _shards: shards }: Readonly<Record<string, unknown>>): boolean {
  return isRecord(shards) && shards['total'] === 0
}

function isIncomplete(body: Readonly<Record<string, unknown>>): boolean {
  return gapsOf(body).length > 0
}

function gapsOf({ timed_out: timedOut, _shards: shards }: Readonly<Record<string, unknown>>): readonly string[] {
  const failed = isRecord(shards) ? numberOf(shards['failed']) : 0
  const all = isRecord(shards) ? numberOf(shards['total']) : 0
  return [
    ...(timedOut === true ? ['the search ran out of time: the numbers are of a part of the lines'] : []),
    ...(failed > 0 ? [`${failed} of ${all} shards failed: the numbers are of the others`] : []),
  ]
}

function countsIn(
  bucket: Readonly<Record<string, unknown>>,
  requests: unknown,
  { measures, secondsFactor }: EsShape,
): ClientCounts {
  return countsOf(
    measures.map((measure) => {
      if (measure === 'requests') return [measure, numberOf(requests)]
      const own = bucket[measure]
      const value = isRecord(own) ? numberOf(measure === 'failures' ? own['doc_count'] : own['value']) : 0
      return [measure, measure === 'busySeconds' ? value * secondsFactor : value]
    }),
  )
}

function keyOf(bucket: Readonly<Record<string, unknown>>): string {
  const { key } = bucket
  return typeof key === 'string' || typeof key === 'number' ? String(key) : ''
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}
