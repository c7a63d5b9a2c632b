/** A cumulative bucket: how many observations were at most `upTo`. */
export interface Bucket {
  readonly upTo: number
  readonly count: number
}

/**
 * Prometheus' `histogram_quantile` over classic buckets (promql/quantile.go): linear between the edges, the last
 * finite edge for what lies above it, NaN without a `+Inf` bucket or without observations.
 */
export function quantileOf(q: number, buckets: readonly Bucket[]): number {
  if (Number.isNaN(q)) return NaN
  if (q < 0) return -Infinity
  if (q > 1) return Infinity
  const ordered = monotonic(coalesced(buckets))
  const all = ordered.at(-1)
  if (all?.upTo !== Infinity || ordered.length < 2 || all.count === 0) return NaN
  const rank = q * all.count
  const found = ordered.slice(0, -1).findIndex(({ count }) => count >= rank)
  const bucket = ordered[found]
  if (bucket === undefined) return ordered.at(-2)?.upTo ?? NaN
  if (found === 0 && bucket.upTo <= 0) return bucket.upTo
  const below = ordered[found - 1] ?? { upTo: 0, count: 0 }
  return below.upTo + (bucket.upTo - below.upTo) * ((rank - below.count) / (bucket.count - below.count))
}

/** In order of their edges, equal edges (`1` and `1.0`) added up. */
function coalesced(buckets: readonly Bucket[]): readonly Bucket[] {
  const counts = new Map<number, number>()
  for (const { upTo, count } of buckets) counts.set(upTo, (counts.get(upTo) ?? 0) + count)
  return [...counts].map(([upTo, count]) => ({ upTo, count })).toSorted((a, b) => compare(a.upTo, b.upTo))
}

function compare(one: number, other: number): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** Scrapes of several targets are not of one moment, so a higher bucket may seem to hold less: it holds as much. */
function monotonic(buckets: readonly Bucket[]): readonly Bucket[] {
  let highest = buckets[0]?.count ?? 0
  return buckets.map(({ upTo, count }) => {
    if (count > highest) highest = count
    return { upTo, count: count < highest ? highest : count }
  })
}
