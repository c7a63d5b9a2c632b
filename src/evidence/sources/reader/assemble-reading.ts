import { groupedBy } from '../../../domain/once.ts'
import { type Measure, type Reading, type Row, type RowKey, absent, present } from '../../../domain/reading.ts'
import type { Labels } from '../../../domain/series.ts'
import { possibleFor } from '../../possible.ts'
import type { Baseline } from '../../../domain/window.ts'
import type { Signal } from '../../../signals/signal.ts'
import type { PartValue, PartValues } from './backend.ts'
import type { RowOwnersOf } from './row-keys.ts'
import { type Edges, bounded, edgesOf } from './bounds.ts'
import { multiplyLabels } from './multiply-labels.ts'
import { denominatorOf } from './plan-parts.ts'

export interface Assembly {
  readonly source: string
  readonly signal: Signal
  readonly metricNames: readonly string[]
  readonly query: string
  readonly rowQuery: string | undefined
  readonly baselines: readonly Baseline[]
  readonly ownersOf: RowOwnersOf
}

export interface Assembled {
  readonly reading: Reading
  /** How many values were no numbers that the signal can have; they are absent as `bad_answer`. */
  readonly impossible: number
}

/** The values of a signal's parts as its reading; absent only when no part has a value. */
export function assembleReading(assembly: Assembly, { values, isPartial }: PartValues): Assembled {
  const { source, signal, metricNames, query, rowQuery } = assembly
  const { term } = signal
  const told = term.kind === 'label_product' ? multiplyLabels(values, term.labels) : values
  const byPart: ByPart = groupedBy(told, ({ part }) => part)
  const edges = edgesOf(byPart.get('edges') ?? [])
  const toMeasure = measureOf(signal, edges)
  const measured = (part: string): readonly Measured[] =>
    (byPart.get(part) ?? []).map(({ labels, value }) => ({ labels, measure: toMeasure(value) }))
  const [now, before] = [measured('rows'), measured('rows_before')]
  // The fleet's number is made of its rows': one that cannot be spoils it, even where the sum looks like any other.
  const whole = (part: string, parts: readonly Measured[]): Measure =>
    parts.some(({ measure }) => isImpossible(measure)) ? absent('bad_answer') : toMeasure(byPart.get(part)?.[0]?.value)
  const fleet = orNoTraffic(whole('fleet', now), byPart.get('denominator')?.[0]?.value)
  const baselines = signal.baselined
    ? assembly.baselines.map(({ name }) => [name, whole(name, name === 'hour_before' ? before : [])] as const)
    : []
  const rows = rowsOf(assembly, now, before)
  const impossible =
    [fleet, ...baselines.map(([, one]) => one)].filter(isImpossible).length +
    rows.reduce((count, row) => count + Number(isImpossible(row.now)) + Number(isImpossible(row.before)), 0)
  const isAnyRow = rows.some((row) => row.now.status === 'present' || row.before.status === 'present')
  const isAnyBaseline = baselines.some(([, { status }]) => status === 'present')
  if (fleet.status === 'absent' && !isAnyRow && !isAnyBaseline) {
    return { reading: { status: 'absent', signal: signal.id, reason: fleet.reason, query }, impossible }
  }
  const reading: Reading = {
    status: 'present',
    signal: signal.id,
    source,
    names: metricNames,
    query,
    ...(rowQuery !== undefined && { rowQuery }),
    partial: isPartial,
    fleet,
    baselines: Object.fromEntries(baselines),
    rows,
  }
  return { reading, impossible }
}

/** One group of a part by rows. */
interface Measured {
  readonly labels: Labels
  readonly measure: Measure
}

function isImpossible(measure: Measure): boolean {
  return measure.status === 'absent' && measure.reason === 'bad_answer'
}

type ByPart = ReadonlyMap<string, readonly PartValue[]>

type ToMeasure = (value: number | undefined) => Measure

/** Where a signal divides, NaN is 0/0 and an infinity is x/0: its denominator had no traffic. Elsewhere they are no numbers. */
function measureOf(signal: Signal, edges: Edges | undefined): ToMeasure {
  const divides = denominatorOf(signal.term) !== undefined
  const isPossible = possibleFor(signal)
  return (value) => {
    if (value === undefined) return absent('no_samples')
    if (divides && !Number.isFinite(value)) return absent('no_traffic')
    if (!isPossible(value)) return absent('bad_answer')
    if (edges === undefined) return present(value)
    // The buckets' edges come from the same answer.
    const measure = bounded(value, edges)
    return measure.status === 'present' && !isPossible(measure.value) ? absent('bad_answer') : measure
  }
}

/** A store that drops NaN answers nothing for 0/0; its denominator still says that it was zero. */
function orNoTraffic(fleet: Measure, denominator: number | undefined): Measure {
  return fleet.status === 'absent' && denominator === 0 ? absent('no_traffic') : fleet
}

/** Instances that are gone have no row: what there is before only compares with what there is now. */
function rowsOf({ signal, ownersOf }: Assembly, now: readonly Measured[], before: readonly Measured[]): readonly Row[] {
  const befores = new Map<RowKey, Measure>()
  for (const { labels, measure } of before) for (const key of ownersOf(labels).keys) befores.set(key, measure)
  const missing = absent(signal.rows === 'now_and_before' ? 'no_samples' : 'not_configured')
  const rows = new Map<RowKey, Row>()
  for (const { labels, measure } of now) {
    const { keys, isShared } = ownersOf(labels)
    for (const key of keys) {
      if (rows.has(key)) continue
      rows.set(key, { key, now: measure, before: befores.get(key) ?? missing, ...(isShared && { isShared }) })
    }
  }
  return [...rows.values()]
}
