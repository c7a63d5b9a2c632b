import type { Columns } from './series-index.ts'

/**
 * Whether a range and the look back hold a sample that lies exactly at their start: closed in Prometheus 2.x, open since
 * 3.0 (migration guide, "Range selectors and lookback exclude samples coinciding with the left boundary").
 */
export type RangeStart = 'open' | 'closed'

/** How far an instant selector looks back (Prometheus' `--query.lookback-delta`, default 5m). */
const LOOKBACK_MILLISECONDS = 300_000

/** Where the samples of a range lie in their columns: from `first` up to but without `end`. */
export interface Slice extends Pick<Columns, 'times' | 'values'> {
  readonly first: number
  readonly end: number
  readonly rangeStart: number
  readonly rangeEnd: number
}

export interface RangeQuestion {
  /** Milliseconds. */
  readonly end: number
  readonly range: number
  readonly rangeStart: RangeStart
}

/** The newest sample at a time, unless it is too old or a stale marker came after it: its index, or undefined. */
export function newestAt(series: Columns, time: number, rangeStart: RangeStart): number | undefined {
  const index = countUpTo(series.times, time) - 1
  const at = series.times[index]
  if (at === undefined) return undefined
  const age = time - at
  if (age > LOOKBACK_MILLISECONDS || (age === LOOKBACK_MILLISECONDS && rangeStart === 'open')) return undefined
  const stale = series.staleTimes[countUpTo(series.staleTimes, time) - 1]
  return stale !== undefined && stale >= at ? undefined : index
}

/** The samples of a range; stale markers are no samples. Undefined when there is none. */
export function rangeAt(series: Columns, { end, range, rangeStart }: RangeQuestion): Slice | undefined {
  const start = end - range
  const first = rangeStart === 'open' ? countUpTo(series.times, start) : countBelow(series.times, start)
  const last = countUpTo(series.times, end)
  if (last <= first) return undefined
  return { times: series.times, values: series.values, first, end: last, rangeStart: start, rangeEnd: end }
}

function countUpTo(times: Float64Array, limit: number): number {
  return search(times, (time) => time > limit)
}

function countBelow(times: Float64Array, limit: number): number {
  return search(times, (time) => time >= limit)
}

/** How many of the sorted times come before the first one that is beyond. */
function search(times: Float64Array, isBeyond: (time: number) => boolean): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBeyond(times[middle] ?? 0)) high = middle
    else low = middle + 1
  }
  return low
}
