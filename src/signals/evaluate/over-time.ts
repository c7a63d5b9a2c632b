import type { RangeStart, Slice } from './at-time.ts'

/** What one range of samples comes to; undefined where Prometheus leaves the series out. */
export type Rollup = (slice: Slice) => number | undefined

export function maxOverTime({ values, first, end }: Slice): number {
  let max = NaN
  for (let index = first; index < end; index++) {
    const value = values[index] ?? NaN
    if (value > max || Number.isNaN(max)) max = value
  }
  return max
}

export function minOverTime({ values, first, end }: Slice): number {
  let min = NaN
  for (let index = first; index < end; index++) {
    const value = values[index] ?? NaN
    if (value < min || Number.isNaN(min)) min = value
  }
  return min
}

export function avgOverTime({ values, first, end }: Slice): number {
  let sum = 0
  for (let index = first; index < end; index++) sum += values[index] ?? NaN
  return sum / (end - first)
}

/** How often the value went down from one sample to the next. */
export function resets({ values, first, end }: Slice): number {
  let count = 0
  for (let index = first + 1; index < end; index++) {
    if ((values[index] ?? NaN) < (values[index - 1] ?? NaN)) count++
  }
  return count
}

/** How often the value was another than before; NaN after NaN is no change. */
export function changes({ values, first, end }: Slice): number {
  let count = 0
  for (let index = first + 1; index < end; index++) {
    const value = values[index] ?? NaN
    const before = values[index - 1] ?? NaN
    if (value !== before && !(Number.isNaN(value) && Number.isNaN(before))) count++
  }
  return count
}

/** A sample nearer to the range's end than this many mean gaps is taken to have a neighbour beyond it. */
const NEAR_GAPS = 1.1

/** Prometheus' `increase` (promql/functions.go, extrapolatedRate): resets are mended, the ends extrapolated. */
export function increaseOf(slice: Slice, rangeStart: RangeStart): number | undefined {
  const { times, values, first, end } = slice
  const count = end - first
  if (count < 2) return undefined
  const firstTime = times[first] ?? NaN
  const lastTime = times[end - 1] ?? NaN
  const growth = growthOf(slice)
  const sampled = (lastTime - firstTime) / 1000
  const gap = sampled / (count - 1)
  const untilZero = growth > 0 && (values[first] ?? NaN) >= 0 ? sampled * ((values[first] ?? NaN) / growth) : Infinity
  const toStart = (firstTime - slice.rangeStart) / 1000
  const toEnd = (slice.rangeEnd - lastTime) / 1000
  const covered = sampled + reach({ toStart, untilZero, gap, rangeStart }) + (toEnd < gap * NEAR_GAPS ? toEnd : gap / 2)
  return growth * (covered / sampled)
}

interface Reach {
  readonly toStart: number
  readonly untilZero: number
  readonly gap: number
  readonly rangeStart: RangeStart
}

/**
 * How far before the first sample the counter is taken to have grown: never before it was zero. Prometheus 2 looks
 * first at zero and then at how near the start is, Prometheus 3 the other way round.
 */
function reach({ toStart, untilZero, gap, rangeStart }: Reach): number {
  if (rangeStart === 'open') return Math.min(toStart < gap * NEAR_GAPS ? toStart : gap / 2, untilZero)
  const shortened = Math.min(toStart, untilZero)
  return shortened < gap * NEAR_GAPS ? shortened : gap / 2
}

function growthOf({ values, first, end }: Slice): number {
  let growth = (values[end - 1] ?? NaN) - (values[first] ?? NaN)
  for (let index = first + 1; index < end; index++) {
    const before = values[index - 1] ?? NaN
    if ((values[index] ?? NaN) < before) growth += before
  }
  return growth
}
