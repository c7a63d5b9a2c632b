import type { ClientIdentity, ClientReading, ClientsRequest } from '../../domain/clients.ts'
import type { Window } from '../../domain/window.ts'
import type { Answered } from '../../lib/outcome.ts'
import { largest, toReading } from '../to-reading.ts'
import { type CountedSpan, countSpan } from './count-span.ts'
import type { CountingStore } from './counting-store.ts'

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
  const now = await countSpan(store, window)
  if (now.status === 'failed') return absentOf(source, now)
  const { counts, isPartial, notes } = now.value
  if (counts.total.requests <= 0) {
    const detail = 'no inference request is among the lines of the window'
    return { status: 'absent', source, reason: 'no_samples', detail }
  }
  const names = largest(counts.byClient, top)
  const [before, minutes] = await Promise.all([
    baseline === undefined ? undefined : countBefore(store, baseline, names),
    store.minutes(window, names),
  ])
  const earlier = before?.status === 'ok' ? before.value : undefined
  const unread =
    before?.status === 'failed' ? [`the baseline could not be read: ${before.detail ?? before.reason}`] : []
  return toReading(
    {
      source,
      query: queryOf(window),
      identity,
      now: counts,
      ...(earlier !== undefined && earlier.counts.total.requests > 0 && { before: earlier.counts }),
      ...(minutes.status === 'ok' && { byMinute: minutes.value }),
      isPartial: isPartial || (earlier?.isPartial ?? false),
      notes: [...new Set([...notes, ...(earlier?.notes ?? []), ...unread])],
    },
    request,
  )
}

/** The baseline; where it does not tell all clients, those of the window are asked for by name. */
async function countBefore(
  store: CountingStore,
  span: Window,
  names: readonly string[],
): Promise<Answered<CountedSpan>> {
  const all = await countSpan(store, span)
  if (all.status === 'failed' || all.value.counts.isWhole) return all
  const missing = names.filter((name) => !all.value.counts.byClient.has(name))
  if (missing.length === 0) return all
  const theirs = await store.count(span, { kind: 'among', names: missing })
  if (theirs.status === 'failed') return theirs
  const none = { requests: 0 }
  const added = missing.map((name) => [name, theirs.value.byClient.get(name) ?? none] as const)
  const byClient = new Map([...all.value.counts.byClient, ...added])
  return { status: 'ok', value: { ...all.value, counts: { ...all.value.counts, byClient } } }
}

export function absentOf(
  source: string,
  { reason, detail }: Extract<Answered<never>, { readonly status: 'failed' }>,
): ClientReading {
  return { status: 'absent', source, reason, ...(detail !== undefined && { detail }) }
}
