import type { ClientMeasure } from '../../domain/client-attribution.ts'
import type { ClientCounts, PresentClients } from '../../domain/clients.ts'

/** How much load counts are by a measure; undefined where the source cannot tell. */
export function loadOf(counts: ClientCounts, by: ClientMeasure): number | undefined {
  switch (by) {
    case 'tokens':
      return sumOfKnown(counts.promptTokens, counts.outputTokens)
    case 'request_bytes':
      return counts.requestBytes
    case 'requests':
      return counts.requests
    default:
      return by satisfies never
  }
}

/** Prompt tokens alone are most of the work; output tokens alone say nothing of it. */
function sumOfKnown(prompt: number | undefined, output: number | undefined): number | undefined {
  return prompt === undefined ? undefined : prompt + (output ?? 0)
}

/** The best measure that the source has for all and, where it has a baseline, for then as well. */
export function measureOf({ total }: Pick<PresentClients, 'total'>): ClientMeasure {
  const has = (by: ClientMeasure): boolean =>
    (loadOf(total.now, by) ?? 0) > 0 && (total.before === undefined || loadOf(total.before, by) !== undefined)
  if (has('tokens')) return 'tokens'
  return has('request_bytes') ? 'request_bytes' : 'requests'
}

/** Counts of several names that are one client. A sum is left out where one of them has none: a part is not the whole. */
export function addCounts(one: ClientCounts, other: ClientCounts): ClientCounts {
  const upstreams =
    one.upstreams === undefined || other.upstreams === undefined
      ? {}
      : { upstreams: added(one.upstreams, other.upstreams) }
  return {
    requests: one.requests + other.requests,
    ...both(one, other, 'failures'),
    ...both(one, other, 'promptTokens'),
    ...both(one, other, 'outputTokens'),
    ...both(one, other, 'requestBytes'),
    ...both(one, other, 'busySeconds'),
    ...both(one, other, 'attempts'),
    ...((one.limited ?? other.limited) !== undefined && { limited: (one.limited ?? 0) + (other.limited ?? 0) }),
    ...upstreams,
  }
}

type Sum = 'failures' | 'promptTokens' | 'outputTokens' | 'requestBytes' | 'busySeconds' | 'attempts'

function both(one: ClientCounts, other: ClientCounts, key: Sum): { readonly [Key in Sum]?: number } {
  const [a, b] = [one[key], other[key]]
  return a === undefined || b === undefined ? {} : { [key]: a + b }
}

function added(
  one: Readonly<Record<string, number>>,
  other: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const sums = new Map(Object.entries(one))
  for (const [name, count] of Object.entries(other)) sums.set(name, (sums.get(name) ?? 0) + count)
  return Object.fromEntries(sums)
}
