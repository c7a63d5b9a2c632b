import type { ClientIdentity, ClientReading, ClientsRequest } from '../../domain/clients.ts'
import type { Window } from '../../domain/window.ts'
import type { Answered } from '../../lib/outcome.ts'
import { type SpanCounts, largest, toReading, zeroOf } from '../to-reading.ts'
import { isUnnamed } from '../unnamed.ts'
import { type CountedSpan, countSpan } from './count-span.ts'
import type { CountingStore } from './counting-store.ts'
import type { UpstreamCounts } from './line-fields.ts'

export interface StoreReading {
  readonly source: string
  readonly identity: ClientIdentity
  readonly store: CountingStore
  /** What a person pastes to see the clients of a span. */
  readonly queryOf: (span: Window) => string
}

/** Asks a store who sent what in the window, then in the baseline, and when in the window. */
export async function readStore(
  { source, identity, store, queryOf }: StoreReading,
  request: ClientsRequest,
): Promise<ClientReading> {
  const { window, baseline, top } = request
  const all = await countSpan(store, window)
  if (all.status === 'failed') return absentOf(source, all)
  if (all.value.counts.total.requests <= 0) {
    const detail = 'no inference request is among the lines of the window'
    return { status: 'absent', source, reason: 'no_samples', detail }
  }
  const names = largest(all.value.counts.byClient, top)
  const [now, before, minutes, upstreams] = await Promise.all([
    exactly(store, window, { counted: all, names }),
    baseline === undefined
      ? undefined
      : countSpan(store, baseline).then((counted) => exactly(store, baseline, { counted, names })),
    store.minutes(window, names),
    store.upstreams?.(window, names.slice(0, MOST_JOINED)),
  ])
  if (now.status === 'failed') return absentOf(source, now)
  const { counts, isPartial, notes } = now.value
  const earlier = before?.status === 'ok' ? before.value : undefined
  const unread =
    before?.status === 'failed' ? [`the baseline could not be read: ${before.detail ?? before.reason}`] : []
  return toReading(
    {
      source,
      query: queryOf(window),
      identity,
      now: upstreams?.status === 'ok' ? withUpstreams(counts, upstreams.value) : counts,
      ...(earlier !== undefined && earlier.counts.total.requests > 0 && { before: earlier.counts }),
      ...(minutes.status === 'ok' && { byMinute: minutes.value }),
      isPartial: isPartial || (earlier?.isPartial ?? false),
      notes: [...new Set([...notes, ...(earlier?.notes ?? []), ...unread, ...upstreamNotes(upstreams)])],
    },
    request,
  )
}

/** Of so many clients it is asked to which instances they went: each is a row for each instance. */
const MOST_JOINED = 8

function withUpstreams(counts: SpanCounts, upstreams: UpstreamCounts): SpanCounts {
  const byClient = [...counts.byClient].map(([name, own]) => {
    const theirs = upstreams.get(name)
    return [name, theirs === undefined ? own : { ...own, upstreams: theirs }] as const
  })
  return { ...counts, byClient: new Map(byClient) }
}

function upstreamNotes(upstreams: Answered<UpstreamCounts> | undefined): readonly string[] {
  if (upstreams === undefined) return ['its lines do not tell which instance was asked: name the field for upstream']
  return upstreams.status === 'ok'
    ? []
    : [`which instance was asked could not be read: ${upstreams.detail ?? upstreams.reason}`]
}

/** Where a store told the largest by each measure alone, the numbers of those that are named are asked for by name. */
async function exactly(
  store: CountingStore,
  span: Window,
  { counted, names }: { readonly counted: Answered<CountedSpan>; readonly names: readonly string[] },
): Promise<Answered<CountedSpan>> {
  if (counted.status === 'failed' || counted.value.counts.isWhole || names.length === 0) return counted
  const theirs = await store.count(span, { kind: 'among', names })
  if (theirs.status === 'failed') return theirs
  const { counts } = counted.value
  const unnamed = [...counts.byClient].filter(([name]) => isUnnamed(name))
  const named = names.map((name) => [name, theirs.value.byClient.get(name) ?? zeroOf(counts.total)] as const)
  const isPartial = counted.value.isPartial || theirs.value.isPartial
  return {
    status: 'ok',
    value: { ...counted.value, isPartial, counts: { ...counts, byClient: new Map([...unnamed, ...named]) } },
  }
}

export function absentOf(
  source: string,
  { reason, detail }: Extract<Answered<never>, { readonly status: 'failed' }>,
): ClientReading {
  return { status: 'absent', source, reason, ...(detail !== undefined && { detail }) }
}
