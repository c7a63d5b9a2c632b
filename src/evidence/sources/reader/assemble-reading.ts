import { type Measure, type Reading, type Row, type RowKey, absent, present } from '../../../domain/reading.ts'
import type { Baseline } from '../../../domain/window.ts'
import type { Signal } from '../../../signals/signal.ts'
import type { PartValue, PartValues } from './backend.ts'
import type { KeysOf } from './row-keys.ts'
import { type Edges, bounded, edgesOf } from './bounds.ts'

export interface Assembly {
  readonly source: string
  readonly signal: Signal
  readonly metricNames: readonly string[]
  readonly query: string
  readonly rowQuery: string | undefined
  readonly baselines: readonly Baseline[]
  readonly keysOf: KeysOf
}

/** The values of a signal's parts as its reading; absent only when no part has a value. */
export function assembleReading(assembly: Assembly, { values, isPartial }: PartValues): Reading {
  const { source, signal, metricNames, query, rowQuery } = assembly
  const byPart = groupByPart(values)
  const edges = edgesOf(byPart.get('edges') ?? [])
  const measure = (part: string): Measure => toMeasure(byPart.get(part)?.[0]?.value, edges)
  const fleet = orNoTraffic(measure('fleet'), byPart.get('denominator')?.[0]?.value)
  const baselines = signal.baselined ? assembly.baselines.map(({ name }) => [name, measure(name)] as const) : []
  const rows = rowsOf(assembly, byPart, edges)
  const isAnyRow = rows.some(({ now, before }) => now.status === 'present' || before.status === 'present')
  const isAnyBaseline = baselines.some(([, { status }]) => status === 'present')
  if (fleet.status === 'absent' && !isAnyRow && !isAnyBaseline) {
    return { status: 'absent', signal: signal.id, reason: fleet.reason, query }
  }
  return {
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

/** NaN is 0/0 and an infinity is x/0: the denominator had no traffic. */
function toMeasure(value: number | undefined, edges: Edges | undefined): Measure {
  if (value === undefined) return absent('no_samples')
  if (!Number.isFinite(value)) return absent('no_traffic')
  return edges === undefined ? present(value) : bounded(value, edges)
}

/** A store that drops NaN answers nothing for 0/0; its denominator still says that it was zero. */
function orNoTraffic(fleet: Measure, denominator: number | undefined): Measure {
  return fleet.status === 'absent' && denominator === 0 ? absent('no_traffic') : fleet
}

/** Instances that are gone have no row: what there is before only compares with what there is now. */
function rowsOf(assembly: Assembly, byPart: ByPart, edges: Edges | undefined): readonly Row[] {
  const before = new Map<RowKey, Measure>()
  for (const { labels, value } of byPart.get('rows_before') ?? []) {
    for (const key of assembly.keysOf(labels)) before.set(key, toMeasure(value, edges))
  }
  const missing = absent(assembly.signal.rows === 'now_and_before' ? 'no_samples' : 'not_configured')
  const rows = new Map<RowKey, Row>()
  for (const { labels, value } of byPart.get('rows') ?? []) {
    for (const key of assembly.keysOf(labels)) {
      if (!rows.has(key)) rows.set(key, { key, now: toMeasure(value, edges), before: before.get(key) ?? missing })
    }
  }
  return [...rows.values()]
}
