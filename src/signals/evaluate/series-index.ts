import type { Matcher } from '../../domain/matcher.ts'
import { keptIn } from '../../domain/once.ts'
import type { Labels, Series } from '../../domain/series.ts'
import { toRegExp } from '../regex.ts'

/** The samples of one series in columns; times are whole milliseconds, as Prometheus keeps them. */
export interface Columns {
  readonly labels: Labels
  readonly times: Float64Array
  readonly values: Float64Array
  /** Times of stale markers. */
  readonly staleTimes: Float64Array
}

/** Recorded series, to be looked up by metric name. */
export interface SeriesIndex {
  readonly byName: ReadonlyMap<string, readonly Columns[]>
}

export function createSeriesIndex(series: readonly Series[]): SeriesIndex {
  const byName = new Map<string, Columns[]>()
  for (const one of series) keptIn(byName, one.name, () => []).push(columnsOf(one))
  return { byName }
}

function columnsOf({ labels, samples, staleAt }: Series): Columns {
  return {
    labels,
    times: Float64Array.from(samples, (sample) => toMilliseconds(sample.at)),
    values: Float64Array.from(samples, (sample) => sample.value),
    staleTimes: Float64Array.from(staleAt, toMilliseconds),
  }
}

export function toMilliseconds(time: number): number {
  return Math.round(time * 1000)
}

/** The series of this name that all matchers let through. */
export function selectSeries(index: SeriesIndex, name: string, matchers: readonly Matcher[]): readonly Columns[] {
  const all = index.byName.get(name) ?? []
  if (matchers.length === 0) return all
  const tests = matchers.map(matcherTest)
  return all.filter(({ labels }) => tests.every(({ label, accepts }) => accepts(valueOfLabel(label, name, labels))))
}

interface MatcherTest {
  readonly label: string
  readonly accepts: (value: string) => boolean
}

function matcherTest({ name: label, op, value }: Matcher): MatcherTest {
  if (op === '=') return { label, accepts: (text) => text === value }
  if (op === '!=') return { label, accepts: (text) => text !== value }
  const regex = toRegExp(value)
  return { label, accepts: (text) => regex.test(text) === (op === '=~') }
}

function valueOfLabel(label: string, name: string, labels: Labels): string {
  return label === '__name__' ? name : (labels[label] ?? '')
}
