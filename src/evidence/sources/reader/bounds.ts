import type { Measure } from '../../../domain/reading.ts'
import { present } from '../../../domain/reading.ts'
import { parseEdge } from '../../../signals/evaluate/evaluate.ts'
import type { PartValue } from './backend.ts'

/** The first and the last finite edge of a histogram's buckets. */
export interface Edges {
  readonly first: number
  readonly last: number
}

export function edgesOf(buckets: readonly PartValue[]): Edges | undefined {
  const edges = buckets
    .map(({ labels }) => parseEdge(labels['le'] ?? '') ?? NaN)
    .filter((edge) => Number.isFinite(edge))
  return edges.length === 0 ? undefined : { first: Math.min(...edges), last: Math.max(...edges) }
}

/**
 * The `le` labels of the edges that every instance has, when some have others: adding up buckets of different edges
 * makes counts that fall, and a quantile of nothing. Undefined where all have the same.
 *
 * @param buckets how many series each `le` has
 */
export function commonEdges(buckets: readonly PartValue[]): readonly string[] | undefined {
  const counts = new Map<number, { readonly labels: string[]; series: number }>()
  for (const { labels, value } of buckets) {
    const le = labels['le'] ?? ''
    const edge = parseEdge(le)
    if (edge === undefined) continue
    // `1` and `1.0` are one edge, as two releases write it.
    const known = counts.get(edge) ?? { labels: [], series: 0 }
    known.labels.push(le)
    known.series += value
    counts.set(edge, known)
  }
  const most = Math.max(...[...counts.values()].map(({ series }) => series))
  const common = [...counts.values()].filter(({ series }) => series === most)
  return common.length === counts.size ? undefined : common.flatMap(({ labels }) => labels)
}

/**
 * A quantile with what its buckets can say. `histogram_quantile` answers the last finite edge for all that lies above
 * it, and a line from zero within the first bucket, where the true value may be anything up to the edge.
 */
export function bounded(value: number, { first, last }: Edges): Measure {
  if (value >= last) return { ...present(last), bound: 'at_least' }
  if (value <= first) return { ...present(first), bound: 'at_most' }
  return present(value)
}
