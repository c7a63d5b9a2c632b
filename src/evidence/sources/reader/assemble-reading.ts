import { type Measure, type Reading, type Row, type RowKey, absent, present } from '../../../domain/reading.ts'
import type { Labels } from '../../../domain/series.ts'
import { isPossible } from '../../possible.ts'
import type { Baseline } from '../../../domain/window.ts'
import type { Signal } from '../../../signals/signal.ts'
import type { PartValue, PartValues } from './backend.ts'
import type { KeysOf } from './row-keys.ts'
import { type Edges, bounded, edgesOf } from './bounds.ts'
import { denominatorOf } from './plan-parts.ts'

export interface Assembly {
  readonly source: string
  readonly signal: Signal
  readonly metricNames: readonly string[]
  readonly query: string
  readonly rowQuery: string | undefined
  readonly baselines: readonly Baseline[]
  readonly keysOf: KeysOf
  /** Whether the value of a group may be another's than that of its keys. */
  readonly isShared: (labels: Labels) => boolean
}

export interface Assembled {
  readonly reading: Reading
  /** How many values were no numbers that the signal can have; they are absent as `bad_answer`. */
  readonly impossible: number
}

/** The values of a signal's parts as its reading; absent only when no part has a value. */
export function assembleReading(assembly: Assembly, { values, isPartial }: PartValues): Assembled {
  const { source, signal, metricNames, query, rowQuery } = assembly
  const byPart = groupByPart(values)
  const edges = edgesOf(byPart.get('edges') ?? [])
  const toMeasure = measureOf(signal, edges)
  const measure = (part: string): Measure => {
    const rowPart = ROWS_OF[part]
    const isSpoilt = (byPart.get(rowPart ?? '') ?? []).some(({ value }) => isImpossible(toMeasure(value)))
    return isSpoilt ? absent('bad_answer') : toMeasure(byPart.get(part)?.[0]?.value)
  }
  const fleet = orNoTraffic(measure('fleet'), byPart.get('denominator')?.[0]?.value)
  const baselines = signal.baselined ? assembly.baselines.map(({ name }) => [name, measure(name)] as const) : []
  const rows = rowsOf(assembly, byPart, toMeasure)
  const all = [fleet, ...baselines.map(([, one]) => one), ...rows.flatMap(({ now, before }) => [now, before])]
  const impossible = all.filter(isImpossible).length
  const isAnyRow = rows.some(({ now, before }) => now.status === 'present' || before.status === 'present')
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

/** The fleet's number is made of its rows': one that cannot be spoils it, even where the sum looks like any other. */
const ROWS_OF: Readonly<Record<string, string>> = { fleet: 'rows', hour_before: 'rows_before' }

function isImpossible(measure: Measure): boolean {
  return measure.status === 'absent' && measure.reason === 'bad_answer'
}

type ByPart = ReadonlyMap<string, readonly PartValue[]>

function groupByPart(values: readonly PartValue[]): ByPart {
  const groups = new Map<string, PartValue[]>()
  for (const value of values) {
    const group = groups.get(value.part)
    if (group === undefined) groups.set(value.part, [value])
    else group.push(value)
  }
  return groups
}

type ToMeasure = (value: number | undefined) => Measure

/** Where a signal divides, NaN is 0/0 and an infinity is x/0: its denominator had no traffic. Elsewhere they are no numbers. */
function measureOf(signal: Signal, edges: Edges | undefined): ToMeasure {
  const divides = denominatorOf(signal.term) !== undefined
  return (value) => {
    if (value === undefined) return absent('no_samples')
    if (divides && !Number.isFinite(value)) return absent('no_traffic')
    if (!isPossible(value, signal)) return absent('bad_answer')
    const measure = edges === undefined ? present(value) : bounded(value, edges)
    // The buckets' edges come from the same answer.
    return measure.status === 'present' && !isPossible(measure.value, signal) ? absent('bad_answer') : measure
  }
}

/** A store that drops NaN answers nothing for 0/0; its denominator still says that it was zero. */
function orNoTraffic(fleet: Measure, denominator: number | undefined): Measure {
  return fleet.status === 'absent' && denominator === 0 ? absent('no_traffic') : fleet
}

/** Instances that are gone have no row: what there is before only compares with what there is now. */
function rowsOf(assembly: Assembly, byPart: ByPart, toMeasure: ToMeasure): readonly Row[] {
  const before = new Map<RowKey, Measure>()
  for (const { labels, value } of byPart.get('rows_before') ?? []) {
    for (const key of assembly.keysOf(labels)) before.set(key, toMeasure(value))
  }
  const missing = absent(assembly.signal.rows === 'now_and_before' ? 'no_samples' : 'not_configured')
  const rows = new Map<RowKey, Row>()
  for (const { labels, value } of byPart.get('rows') ?? []) {
    const shared = assembly.isShared(labels) ? ({ isShared: true } as const) : {}
    for (const key of assembly.keysOf(labels)) {
      if (!rows.has(key)) rows.set(key, { key, now: toMeasure(value), before: before.get(key) ?? missing, ...shared })
    }
  }
  return [...rows.values()]
}
