/** A Prometheus histogram whose buckets are kept cumulative, as they are read at every scrape. */
export interface Histogram {
  readonly edges: readonly number[]
  /** One more than there are edges: the last is +Inf. */
  readonly cumulative: Float64Array
  sum: number
}

export function createHistogram(edges: readonly number[]): Histogram {
  return { edges, cumulative: new Float64Array(edges.length + 1), sum: 0 }
}

export function observe(histogram: Histogram, value: number, times = 1): void {
  const { edges, cumulative } = histogram
  for (let i = bucketOf(edges, value); i < cumulative.length; i++) cumulative[i] = (cumulative[i] ?? 0) + times
  histogram.sum += value * times
}

export function bucketOf(edges: readonly number[], value: number): number {
  let index = 0
  while (index < edges.length && value > (edges[index] ?? Infinity)) index++
  return index
}

export function countOf(histogram: Histogram): number {
  return histogram.cumulative[histogram.edges.length] ?? 0
}
