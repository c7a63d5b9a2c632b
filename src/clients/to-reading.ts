import type { ClientCounts, ClientIdentity, ClientUse, ClientsRequest, PresentClients } from '../domain/clients.ts'
import { isUnnamed } from './unnamed.ts'

/** The numbers of a client that add up. */
export type Measure = Exclude<keyof ClientCounts, 'upstreams' | 'limited'>

/** What was counted in one span of time; a measure that nobody counted is in none of the counts. */
export interface SpanCounts {
  /** By name, those without one included. */
  readonly byClient: ReadonlyMap<string, ClientCounts>
  readonly total: ClientCounts
  /** False when the source told only some of the clients: one that is not among them may have sent something. */
  readonly isWhole: boolean
}

export interface CountedReading extends Omit<
  PresentClients,
  'status' | 'window' | 'baseline' | 'clients' | 'total' | 'unattributed'
> {
  readonly identity: ClientIdentity
  readonly now: SpanCounts
  readonly before?: SpanCounts
  readonly byMinute?: ReadonlyMap<string, readonly number[]>
  /** At least so many user agents speak from each. */
  readonly behind?: ReadonlyMap<string, number>
}

/** By these a client may be the largest; requests are not load. */
const RANKED: readonly Measure[] = ['requests', 'promptTokens', 'outputTokens', 'requestBytes', 'busySeconds']

/** A reading of what was counted: the largest by any measure are named, the rest is in the totals. */
export function toReading(
  { now, before, byMinute, behind, ...rest }: CountedReading,
  request: ClientsRequest,
): PresentClients {
  const clients = largest(now.byClient, request.top).map((client): ClientUse => {
    const counts = now.byClient.get(client) ?? { requests: 0 }
    const earlier = before === undefined ? undefined : earlierOf(client, before)
    const minutes = byMinute?.get(client)
    const voices = behind?.get(client)
    return {
      client,
      now: counts,
      ...(earlier !== undefined && { before: earlier }),
      ...(minutes !== undefined && { byMinute: minutes }),
      ...(voices !== undefined && { behind: voices }),
    }
  })
  return {
    status: 'present',
    ...rest,
    window: request.window,
    ...(before !== undefined && request.baseline !== undefined && { baseline: request.baseline }),
    clients,
    total: { now: now.total, ...(before !== undefined && { before: before.total }) },
    unattributed: { now: unnamedOf(now), ...(before !== undefined && { before: unnamedOf(before) }) },
  }
}

/** Names of the largest clients by each measure, the most requests first. */
export function largest(byClient: ReadonlyMap<string, ClientCounts>, top: number): readonly string[] {
  const named = [...byClient].filter(([name]) => !isUnnamed(name))
  const picked = RANKED.flatMap((measure) =>
    named
      .filter(([, counts]) => (counts[measure] ?? 0) > 0)
      .toSorted(([one, a], [other, b]) => byNumber(b[measure], a[measure]) ?? (one < other ? -1 : 1))
      .slice(0, top)
      .map(([name]) => name),
  )
  const requests = (name: string): number => byClient.get(name)?.requests ?? 0
  return [...new Set(picked)].toSorted(
    (one, other) => byNumber(requests(other), requests(one)) ?? (one < other ? -1 : 1),
  )
}

function byNumber(one = 0, other = 0): number | undefined {
  return one === other ? undefined : one - other
}

/** Counts of what was measured. */
export function countsOf(values: Iterable<readonly [Measure, number]>): ClientCounts {
  const counts: { -readonly [Key in Measure]?: number } = {}
  for (const [measure, value] of values) counts[measure] = value
  return { requests: 0, ...counts }
}

/** Counts added up; a measure that only some have is left out, since its sum would be of some only. */
export function addCounts(all: readonly ClientCounts[]): ClientCounts {
  const measures = ADDED.filter((measure) => all.length > 0 && all.every((counts) => counts[measure] !== undefined))
  const limited = all.reduce((sum, counts) => sum + (counts.limited ?? 0), 0)
  return {
    ...countsOf(measures.map((measure) => [measure, all.reduce((sum, counts) => sum + (counts[measure] ?? 0), 0)])),
    ...(limited > 0 && { limited }),
  }
}

const ADDED: readonly Measure[] = [...RANKED, 'failures', 'attempts']

function earlierOf(client: string, { byClient, total, isWhole }: SpanCounts): ClientCounts | undefined {
  const counts = byClient.get(client)
  if (counts !== undefined || !isWhole) return counts
  return zeroOf(total)
}

function unnamedOf({ byClient, total }: SpanCounts): ClientCounts {
  const counts = [...byClient].flatMap(([name, own]) => (isUnnamed(name) ? [own] : []))
  return counts.length === 0 ? zeroOf(total) : addCounts(counts)
}

/** Nothing, of what was counted. */
export function zeroOf(total: ClientCounts): ClientCounts {
  const measures = ADDED.filter((measure) => total[measure] !== undefined)
  return countsOf(measures.map((measure) => [measure, 0]))
}
