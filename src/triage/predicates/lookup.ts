import type { Evidence } from '../../domain/evidence.ts'
import { readingOf } from '../../domain/evidence.ts'
import { groupedBy, keptIn, oncePer } from '../../domain/once.ts'
import type { AbsentReason, Measure, Reading, Row, RowKey } from '../../domain/reading.ts'
import { absent, idOfRow } from '../../domain/reading.ts'
import type { BaselineName, ComparedName } from '../../domain/window.ts'
import { BASELINE_NAMES } from '../../domain/window.ts'
import type { Signal } from '../../signals/signal.ts'

/** The fleet's value in the window. */
export function fleetNow(evidence: Evidence, signal: Signal): Measure {
  const reading = readingOf(evidence, signal.id)
  return reading.status === 'present' ? reading.fleet : absent(reading.reason)
}

/** The fleet's values in those baselines that exist. */
export function fleetBefore(evidence: Evidence, signal: Signal): readonly (readonly [BaselineName, number])[] {
  const reading = readingOf(evidence, signal.id)
  if (reading.status === 'absent') return []
  return BASELINE_NAMES.flatMap((name) => {
    const measure = reading.baselines[name]
    return measure?.status === 'present' ? [[name, measure.value] as const] : []
  })
}

/** The nearest baseline that exists: what "was" means in a sentence. */
export function baselineOf(evidence: Evidence, signal: Signal): Measure {
  const reading = readingOf(evidence, signal.id)
  if (reading.status === 'absent') return absent(reading.reason)
  const found = BASELINE_NAMES.map((name) => reading.baselines[name]).filter((measure) => measure !== undefined)
  return found.find(({ status }) => status === 'present') ?? found[0] ?? absent('no_samples')
}

/** The fleet's value in one baseline: what is taken from each other must be of the same time. */
export function baselineAt(evidence: Evidence, signal: Signal, name: ComparedName): Measure {
  const reading = readingOf(evidence, signal.id)
  return reading.status === 'absent' ? absent(reading.reason) : (reading.baselines[name] ?? absent('no_samples'))
}

/** Absent for another reason than that there is no such metric: what it would say is not known, and may be anything. */
export function isUnread(measure: Measure): boolean {
  return measure.status === 'absent' && !LACKING.has(measure.reason)
}

/** It could not be read, and not only for want of anything to count. */
export function hasFailed(measure: Measure): boolean {
  return isUnread(measure) && measure.status === 'absent' && measure.reason !== 'no_traffic'
}

const LACKING: ReadonlySet<AbsentReason> = new Set<AbsentReason>(['not_exposed', 'not_configured', 'no_samples'])

/** The rows of a reading; a signal of the scrape or the GPU has rows by instance only. */
export function rowsOf(evidence: Evidence, signal: Signal): readonly Row[] {
  const reading = readingOf(evidence, signal.id)
  return reading.status === 'present' ? reading.rows : []
}

/** A row's value now; found by instance where the signal knows no engines. */
export function rowNow(evidence: Evidence, signal: Signal, key: RowKey): Measure {
  return rowOf(evidence, signal, key)?.now ?? absentRow(evidence, signal)
}

/** A row's value in the hour before. */
export function rowBefore(evidence: Evidence, signal: Signal, key: RowKey): Measure {
  return rowOf(evidence, signal, key)?.before ?? absentRow(evidence, signal)
}

/** Whether a row's value may be another instance's. */
export function isSharedRow(evidence: Evidence, signal: string, key: RowKey): boolean {
  return rowOf(evidence, { id: signal }, key)?.isShared === true
}

function rowOf(evidence: Evidence, signal: Pick<Signal, 'id'>, key: RowKey): Row | undefined {
  const reading = readingOf(evidence, signal.id)
  if (reading.status === 'absent') return undefined
  const index = indexOf(reading)
  const { known } = index
  if (known.has(key)) return known.get(key)
  const row = findRow(index, key)
  known.set(key, row)
  return row
}

function findRow(index: RowIndex, key: RowKey): Row | undefined {
  const { byId } = index
  const { instance, engine } = key
  return (
    byId().get(idOfRow(key)) ??
    // A log knows its engines, but not what model they serve.
    (engine === undefined ? undefined : byId().get(idOfRow({ instance, engine }))) ??
    byId().get(idOfRow({ instance })) ??
    only(index, key)
  )
}

/** The row of an instance that is named without its engine and model, where it has one alone. */
function only({ byInstance }: RowIndex, key: RowKey): Row | undefined {
  if (key.modelName !== undefined || key.engine !== undefined) return undefined
  const [row, ...others] = byInstance().get(key.instance) ?? []
  return others.length === 0 ? row : undefined
}

function absentRow(evidence: Evidence, signal: Signal): Measure {
  const reading = readingOf(evidence, signal.id)
  return absent(reading.status === 'absent' ? reading.reason : 'no_samples')
}

/** Readings of one gather share their keys, so most rows are found without making a text of the key. */
interface RowIndex {
  /** What was found for a key, its own row to begin with. */
  readonly known: Map<RowKey, Row | undefined>
  readonly byId: () => ReadonlyMap<string, Row>
  readonly byInstance: () => ReadonlyMap<string, readonly Row[]>
}

/** Made once a reading: a fleet has a thousand rows and a tree asks for each many times. */
const indexOf = oncePer((reading: Reading & { readonly status: 'present' }): RowIndex => {
  let ids: ReadonlyMap<string, Row> | undefined
  let instances: ReadonlyMap<string, readonly Row[]> | undefined
  return {
    known: new Map(reading.rows.map((row) => [row.key, row])),
    byId: () => (ids ??= new Map(reading.rows.map((row) => [idOfRow(row.key), row]))),
    byInstance: () => (instances ??= groupedBy(reading.rows, ({ key }) => key.instance)),
  }
})

/** Every row that any of these signals has, by the finest key. */
export function rowKeys(evidence: Evidence, signals: readonly Signal[]): readonly RowKey[] {
  const ids = signals.map(({ id }) => id).join()
  return keptIn(keysOfAll(evidence), ids, () => findKeys(evidence, signals))
}

/** Found once for each set of signals: the tree has dozens of questions of the same rows, a thousand on a large fleet. */
const keysOfAll = oncePer<Evidence, Map<string, readonly RowKey[]>>(() => new Map())

function findKeys(evidence: Evidence, signals: readonly Signal[]): readonly RowKey[] {
  const readings: (readonly Row[])[] = []
  for (const signal of signals) {
    const rows = rowsOf(evidence, signal)
    if (rows.length > 0 && !readings.some((others) => haveSameKeys(rows, others))) readings.push(rows)
  }
  return keysOfReadings(readings)
}

/** The very keys, as those of most readings are. */
function haveSameKeys(rows: readonly Row[], others: readonly Row[]): boolean {
  return rows.length === others.length && rows.every(({ key }, index) => key === others[index]?.key)
}

interface Alike {
  readonly readings: readonly (readonly Row[])[]
  readonly keys: readonly RowKey[]
}

/** Found once for all readings with the same keys, by the first of them. */
const keysOfAlike = oncePer<RowKey, Alike[]>(() => [])

function keysOfReadings(readings: readonly (readonly Row[])[]): readonly RowKey[] {
  const first = readings[0]?.[0]
  if (first === undefined) return []
  const known = keysOfAlike(first.key)
  const alike = known.find((one) => areAlike(one.readings, readings))
  if (alike !== undefined) return alike.keys
  const keys = finestOf(readings)
  known.push({ readings, keys })
  return keys
}

function areAlike(some: Alike['readings'], others: Alike['readings']): boolean {
  return some.length === others.length && some.every((rows, index) => haveSameKeys(rows, others[index] ?? []))
}

function finestOf(readings: readonly (readonly Row[])[]): readonly RowKey[] {
  const keys = new Map<string, RowKey>()
  const finest = new Map<string, number>()
  for (const key of new Set(readings.flatMap((rows) => rows.map((row) => row.key)))) {
    keys.set(idOfRow(key), key)
    finest.set(key.instance, Math.max(finenessOf(key), finest.get(key.instance) ?? 0))
  }
  return [...keys.values()].filter((key) => finenessOf(key) === finest.get(key.instance))
}

/** A target is known by its instance alone, its engines by their rank too, and by the model where it is named. */
function finenessOf({ engine, modelName }: RowKey): number {
  if (modelName !== undefined) return 2
  return engine === undefined ? 0 : 1
}
