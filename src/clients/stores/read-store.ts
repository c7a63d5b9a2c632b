import type { ClientIdentity, ClientReading, ClientsRequest } from '../../domain/clients.ts'
import type { Window } from '../../domain/window.ts'
import { formatPercent } from '../../domain/quantity.ts'
import type { Answered } from '../../lib/outcome.ts'
import { type SpanCounts, addCounts, largest, toReading, zeroOf } from '../to-reading.ts'
import { isUnnamed } from '../unnamed.ts'
import { type Limited, countLimited, withLimited } from './count-limited.ts'
import { type CountedSpan, countSpan } from './count-span.ts'
import type { CountingStore } from './counting-store.ts'
import type { UpstreamCounts } from './line-fields.ts'

export interface StoreReading {
  readonly source: string
  readonly identity: ClientIdentity
  readonly logOf?: string
  readonly store: CountingStore
  /** What a person pastes to see the clients of a span. */
  readonly queryOf: (span: Window) => string
}

/** Asks a store who sent what in the window, then in the baseline, and when in the window. */
export async function readStore(
  { source, identity, logOf, store, queryOf }: StoreReading,
  request: ClientsRequest,
): Promise<ClientReading> {
  const { window, baseline, top } = request
  const all = await countSpan(store, window)
  if (all.status === 'failed') return absentOf(source, all)
  if (all.value.counts.total.requests <= 0) return noRequests(source, await countLimited(store, window))
  const names = largest(all.value.counts.byClient, top)
  const [now, before, minutes, upstreams, limited, voices] = await Promise.all([
    exactly(store, window, { counted: all, names }),
    baseline === undefined
      ? undefined
      : countSpan(store, baseline).then((counted) => exactly(store, baseline, { counted, names })),
    store.minutes(window, names),
    store.upstreams?.(window, names.slice(0, MOST_JOINED)),
    countLimited(store, window),
    identity === 'address' ? store.voices?.(window, names.slice(0, MOST_JOINED)) : undefined,
  ])
  if (now.status === 'failed') return absentOf(source, now)
  const { counts, isPartial, notes } = now.value
  const earlier = before?.status === 'ok' ? before.value : undefined
  const unread = [
    ...unreadNotes('the baseline', before),
    ...unreadNotes('when each sent', minutes),
    ...unreadNotes('what a limit refused', limited),
    ...unreadNotes('how many speak from one address', voices),
    ...(identity === 'address' && store.voices === undefined ? [ONE_VOICE] : []),
  ]
  return toReading(
    {
      source,
      query: queryOf(window),
      identity,
      ...(logOf !== undefined && { logOf }),
      now: withLimited(upstreams?.status === 'ok' ? withUpstreams(counts, upstreams.value) : counts, limited),
      ...(earlier !== undefined && earlier.counts.total.requests > 0 && { before: earlier.counts }),
      ...(minutes.status === 'ok' && { byMinute: minutes.value }),
      ...(voices?.status === 'ok' && { behind: voices.value }),
      isPartial: isPartial || (earlier?.isPartial ?? false),
      notes: [
        ...new Set([
          ...notes,
          ...remainderNotes(all.value.counts),
          ...(earlier?.notes ?? []),
          ...unread,
          ...upstreamNotes(upstreams),
        ]),
      ],
    },
    request,
  )
}

function noRequests(source: string, limited: Answered<Limited> | undefined): ClientReading {
  const refused = limited?.status === 'ok' ? limited.value.total : 0
  const detail = 'no inference request is among the lines of the window'
  const words = refused > 0 ? `${detail} but ${refused} that a limit refused (429)` : detail
  return { status: 'absent', source, reason: 'no_samples', detail: words }
}

function unreadNotes(what: string, answer: Answered<unknown> | undefined): readonly string[] {
  return answer?.status === 'failed' ? [`${what} could not be read: ${answer.detail ?? answer.reason}`] : []
}

/** Those who were not told one by one are in the sums all the same. */
function remainderNotes({ byClient, total, isWhole }: SpanCounts): readonly string[] {
  const rest = total.requests - addCounts([...byClient.values()]).requests
  if (isWhole || rest <= 0) return []
  const part = formatPercent(rest / total.requests)
  const named = [...byClient.keys()].filter((name) => !isUnnamed(name)).length
  return [`the store named its ${named} largest clients; ${part} of the requests are of others`]
}

const ONE_VOICE =
  'its lines do not tell how many speak from one address: name the field for user_agent where they have one'

/** Of so many clients it is asked to which instances they went, and how many speak: each is a row for each of those. */
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
  return unreadNotes('which instance was asked', upstreams)
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
