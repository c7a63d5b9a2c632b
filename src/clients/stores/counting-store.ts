import type { ClientCounts } from '../../domain/clients.ts'
import type { Window } from '../../domain/window.ts'
import type { Answered } from '../../lib/outcome.ts'
import { type LineFields, type UpstreamCounts, rolesOf } from './line-fields.ts'

/** Which clients are counted. */
export type ClientFilter =
  | { readonly kind: 'all' }
  | { readonly kind: 'among'; readonly names: readonly string[] }
  /** Those whose names end so, as a regex: a part of all where all are too many for one answer. */
  | { readonly kind: 'ending'; readonly pattern: string }

export interface StoreCounts {
  /** Those without a name under the empty one or a word for it. */
  readonly byClient: ReadonlyMap<string, ClientCounts>
  /** There are more clients than were told. */
  readonly isCut: boolean
  /** The store said that its answer may be incomplete. */
  readonly isPartial: boolean
  /** Everybody's, where the store tells it along with them. */
  readonly total?: ClientCounts
  readonly notes: readonly string[]
}

/** What a limit refused (429), which no engine saw. */
export interface LimitedCounts {
  /** Under the empty name what was not told by client. */
  readonly byClient: ReadonlyMap<string, number>
  /** There are more clients than were told. */
  readonly isCut: boolean
  /** Everybody's, where the store tells it along with them. */
  readonly total?: number
}

/** A store of logs that counts by itself, opened for one reading. Its answers never reject. */
export interface CountingStore {
  readonly count: (span: Window, filter: ClientFilter) => Promise<Answered<StoreCounts>>
  /** Everybody's, where the clients are too many to be told. */
  readonly total: (span: Window) => Promise<Answered<ClientCounts>>
  /** Requests by minute from the span's start on. */
  readonly minutes: (
    span: Window,
    names: readonly string[],
  ) => Promise<Answered<ReadonlyMap<string, readonly number[]>>>
  /** Requests by upstream of each of these clients; left out where the lines tell none. */
  readonly upstreams?: (span: Window, names: readonly string[]) => Promise<Answered<UpstreamCounts>>
  /** How many user agents speak from each of these clients; left out where the lines tell none. */
  readonly voices?: (span: Window, names: readonly string[]) => Promise<Answered<ReadonlyMap<string, number>>>
  /** What a limit refused, each client's or everybody's together; left out where the lines tell no status. */
  readonly limited?: (span: Window, by: 'client' | 'nothing') => Promise<Answered<LimitedCounts>>
  /** Whether it refused because there are too many clients for one answer. */
  readonly isLimit: (answer: Extract<Answered<never>, { readonly status: 'failed' }>) => boolean
}

/** Of what a store can count what its lines tell. */
export function toldBy(
  lines: LineFields,
  { upstreams, limited, voices }: Required<Pick<CountingStore, 'upstreams' | 'limited' | 'voices'>>,
): Partial<CountingStore> {
  const roles = rolesOf(lines)
  return {
    ...(roles.includes('upstream') && { upstreams }),
    ...(roles.includes('status') && { limited }),
    ...(roles.includes('userAgent') && { voices }),
  }
}
