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
 * A quantile with what its buckets can say. `histogram_quantile` answers the last finite edge for all that lies above
 * it, and a line from zero within the first bucket, where the true value may be anything up to the edge.
 */
export function bounded(value: number, { first, last }: Edges): Measure {
  if (value >= last) return { ...present(last), bound: 'at_least' }
  if (value <= first) return { ...present(first), bound: 'at_most' }
  return present(value)
}
