import { type Seconds, type UnixSeconds, seconds } from '../../domain/time.ts'
import type { Family } from '../family.ts'
import type { CounterTerm, GaugeTerm, HistogramTerm, LabelProductTerm, Term } from '../term.ts'
import type { TermContext } from '../to-promql.ts'
import { type RangeStart, newestAt, rangeAt } from './at-time.ts'
import { type GroupValue, type Groups, aggregate, combine, groupLabels, keyOf, mapValues } from './groups.ts'
import { type Rollup, avgOverTime, changes, increaseOf, maxOverTime, minOverTime, resets } from './over-time.ts'
import { type Bucket, quantileOf } from './quantile.ts'
import { type Columns, type SeriesIndex, selectSeries, toMilliseconds } from './series-index.ts'

export interface EvaluateContext extends TermContext {
  readonly series: SeriesIndex
  readonly time: UnixSeconds
  /** `closed` as Prometheus 2.x reads ranges, `open` as 3.x does. */
  readonly rangeStart: RangeStart
}

/**
 * The term's value in each group on recorded samples: the number that Prometheus gives for `toPromql` of the same
 * term on the same samples. Empty when a family is not exposed or has no sample.
 */
export function evaluate(term: Term, at: EvaluateContext): readonly GroupValue[] {
  return [...groupsOf(term, at).values()]
}

function groupsOf(term: Term, at: EvaluateContext): Groups {
  switch (term.kind) {
    case 'gauge':
      return gauge(term, at)
    case 'growth':
      return growth(term.family, term.over ?? at.range, at)
    case 'counter':
      return counter(term, at)
    case 'changes':
      return aggregate(overTime(select(term.family, '', at), changes, { ...at, over: term.over }), 'sum', at.by)
    case 'histogram':
      return histogram(term, at)
    case 'ratio':
      return combine(groupsOf(term.of, at), groupsOf(term.by, at), (of, by) => of / by)
    case 'difference':
      return combine(groupsOf(term.of, at), groupsOf(term.less, at), (of, less) => of - less)
    case 'sum':
      return term.terms
        .map((part) => groupsOf(part, at))
        .reduce((left, right) => combine(left, right, (one, other) => one + other))
    case 'scaled':
      return mapValues(groupsOf(term.term, at), (value) => value * term.factor)
    case 'label_product':
      return labelProduct(term, at)
    default:
      return term satisfies never
  }
}

/** The context with the range that the term itself asks for. */
type RangeContext = EvaluateContext & { readonly over?: Seconds | undefined }

function select(family: Family, suffix: string, at: EvaluateContext): readonly Columns[] {
  return (at.names[family.id] ?? []).flatMap(({ name, matchers }) =>
    selectSeries(at.series, `${name}${suffix}`, [...at.matchers, ...matchers]),
  )
}

function endOf({ time, offset }: EvaluateContext): number {
  return toMilliseconds(time) - toMilliseconds(offset)
}

function* newest(
  series: readonly Columns[],
  at: EvaluateContext,
  of: (columns: Columns, index: number) => number,
): Generator<GroupValue> {
  const end = endOf(at)
  for (const columns of series) {
    const index = newestAt(columns, end, at.rangeStart)
    if (index !== undefined) yield { labels: columns.labels, value: of(columns, index) }
  }
}

function* overTime(series: readonly Columns[], rollup: Rollup, at: RangeContext): Generator<GroupValue> {
  const question = { end: endOf(at), range: toMilliseconds(at.over ?? at.range), rangeStart: at.rangeStart }
  for (const columns of series) {
    const slice = rangeAt(columns, question)
    const value = slice === undefined ? undefined : rollup(slice)
    if (value !== undefined) yield { labels: columns.labels, value }
  }
}

const lastValue = ({ values }: Columns, index: number): number => values[index] ?? NaN

const GAUGE_ROLLUPS = { max: maxOverTime, min: minOverTime, avg: avgOverTime } as const

function gauge({ family, stat, across, where = [], atLeast, over }: GaugeTerm, at: EvaluateContext): Groups {
  const narrowed = { ...at, matchers: [...at.matchers, ...where], over }
  const series = select(family, '', narrowed)
  if (stat === 'last') return aggregate(notBelow(atLeast, newest(series, at, lastValue)), across, at.by)
  if (stat !== 'age') {
    return aggregate(notBelow(atLeast, overTime(series, GAUGE_ROLLUPS[stat], narrowed)), across, at.by)
  }
  // In seconds and in this order, as the query computes it: the clock is large, so the order shows in the last digits.
  const then = toMilliseconds(at.time) / 1000 - at.offset
  const ages = newest(series, at, ({ times }, index) => then - (times[index] ?? NaN) / 1000)
  return aggregate(ages, across, at.by)
}

/** NaN is not below and not above: a comparison drops it. */
function* notBelow(least: number | undefined, values: Iterable<GroupValue>): Generator<GroupValue> {
  for (const one of values) if (least === undefined || one.value >= least) yield one
}

function growth(family: Family, range: Seconds, at: EvaluateContext): Groups {
  const series = select(family, '', at)
  const before = { ...at, offset: seconds(at.offset + range) }
  const [now, then] = [at, before] as const
  const valuesAt = (moment: EvaluateContext): Groups => aggregate(newest(series, moment, lastValue), 'sum', at.by)
  return combine(valuesAt(now), valuesAt(then), (last, first) => last - first)
}

function counter(term: CounterTerm, at: EvaluateContext): Groups {
  const { elseZero, ...selected } = term
  const groups = counted(selected, at)
  return elseZero === undefined
    ? groups
    : new Map([
        ...mapValues(counted({ ...selected, where: [] }, at), (value) => (Number.isFinite(value) ? 0 : NaN)),
        ...groups,
      ])
}

function counted({ family, stat, across = 'sum', where = [], below, over }: CounterTerm, at: EvaluateContext): Groups {
  const narrowed = { ...at, matchers: [...at.matchers, ...where], over }
  const rollups = { rate: rateOver(narrowed), increase: increaseIn(narrowed), resets } as const
  const series = select(family, '', narrowed).filter((columns) => isBelow(below, columns, at))
  return aggregate(overTime(series, rollups[stat], narrowed), across, at.by)
}

/** Whether there is a newest sample, and below the limit. */
function isBelow(limit: number | undefined, columns: Columns, at: EvaluateContext): boolean {
  if (limit === undefined) return true
  const index = newestAt(columns, endOf(at), at.rangeStart)
  return index !== undefined && lastValue(columns, index) < limit
}

function increaseIn({ rangeStart }: EvaluateContext): Rollup {
  return (slice) => increaseOf(slice, rangeStart)
}

function rateOver(at: RangeContext): Rollup {
  const length = toMilliseconds(at.over ?? at.range) / 1000
  return (slice) => {
    const increase = increaseOf(slice, at.rangeStart)
    return increase === undefined ? undefined : increase / length
  }
}

function histogram(term: HistogramTerm, at: EvaluateContext): Groups {
  const ranged = { ...at, over: term.over }
  const rates = (suffix: string): Iterable<GroupValue> =>
    overTime(select(term.family, suffix, at), rateOver(ranged), ranged)
  switch (term.stat) {
    case 'mean':
      return combine(aggregate(rates('_sum'), 'sum', at.by), aggregate(rates('_count'), 'sum', at.by), (a, b) => a / b)
    case 'rate':
      return aggregate(rates('_count'), 'sum', at.by)
    case 'quantile':
      return quantiles(term.q, aggregate(rates('_bucket'), 'sum', [...at.by, 'le']), at.by)
    default:
      return term satisfies never
  }
}

function labelProduct({ family, labels, where = [] }: LabelProductTerm, at: EvaluateContext): Groups {
  const series = select(family, '', { ...at, matchers: [...at.matchers, ...where] })
  return aggregate(newest(series, at, lastValue), 'count', [...at.by, ...labels])
}

function quantiles(q: number, rates: Groups, by: readonly string[]): Groups {
  const groups = new Map<string, { readonly labels: GroupValue['labels']; readonly buckets: Bucket[] }>()
  for (const { labels, value } of rates.values()) {
    const upTo = parseEdge(labels['le'] ?? '')
    if (upTo === undefined) continue
    const key = keyOf(labels, by)
    const group = groups.get(key) ?? { labels: groupLabels(labels, by), buckets: [] }
    group.buckets.push({ upTo, count: value })
    groups.set(key, group)
  }
  return new Map([...groups].map(([key, { labels, buckets }]) => [key, { labels, value: quantileOf(q, buckets) }]))
}

/** A bucket's edge from its `le` label; undefined for what Go's number parser refuses too. */
export function parseEdge(le: string): number | undefined {
  if (/^\+?inf$/i.test(le)) return Infinity
  const edge = le.trim() === '' ? NaN : Number(le)
  return Number.isNaN(edge) ? undefined : edge
}
