import { listed } from '../domain/listed.ts'
import { formatMeasure } from '../domain/quantity.ts'
import type { RowKey } from '../domain/reading.ts'
import { nameOfRow, valueOf } from '../domain/reading.ts'
import type { Signal } from '../signals/signal.ts'
import { baselineOf, fleetNow, rowBefore, rowNow } from './lookup.ts'
import type { Case } from './node.ts'

/** `queue time, mean 8.0 s (was 0.2 s)`. */
export function fleetSentence({ evidence }: Case, signal: Signal): string {
  const now = formatMeasure(fleetNow(evidence, signal), signal.unit)
  const baseline = baselineOf(evidence, signal)
  const was = baseline.status === 'present' ? ` (was ${formatMeasure(baseline, signal.unit)})` : ''
  return `${signal.title}: ${now}${was}`
}

/** The same of those of the signals that could be read: what only some fleets have is not missed in a sentence. */
export function knownSentences(at: Case, ...signals: readonly Signal[]): readonly string[] {
  return signals
    .filter((signal) => fleetNow(at.evidence, signal).status === 'present')
    .map((signal) => fleetSentence(at, signal))
}

/** The same of one instance. */
export function rowSentence({ evidence }: Case, signal: Signal, key: RowKey): string {
  const now = formatMeasure(rowNow(evidence, signal, key), signal.unit)
  const before = rowBefore(evidence, signal, key)
  const was = before.status === 'present' ? ` (was ${formatMeasure(before, signal.unit)})` : ''
  return `${nameOfRow(key)} ${signal.title}: ${now}${was}`
}

/** `10.0.1.22:8000`, `a and b`, or `a, b and 3 more`. */
export function nameRows(rows: readonly RowKey[]): string {
  const names = [...new Set(rows.map(nameOfRow))]
  if (names.length === 0) return 'no instance'
  return names.length === 2 ? names.join(' and ') : listed(names, 2)
}

/** `a hangs`, `a and b hang`: whose rows they are with a verb, given as it is said of one. */
export function rowsDo(rows: readonly RowKey[], verb: string): string {
  const isOne = new Set(rows.map(nameOfRow)).size === 1
  return `${nameRows(rows)} ${isOne ? verb : (OF_SEVERAL[verb] ?? verb.replace(/s$/u, ''))}`
}

const OF_SEVERAL: Readonly<Record<string, string | undefined>> = { is: 'are', has: 'have', does: 'do' }

/** `1.9 ×`, as in 1.9 × as long; of nothing before there is no number of times. */
export function timesBefore({ evidence }: Case, signal: Signal): string {
  const now = valueOf(fleetNow(evidence, signal))
  const before = valueOf(baselineOf(evidence, signal))
  return now === undefined || before === undefined || before <= 0 ? 'many times' : `${(now / before).toFixed(1)} ×`
}

/** The first of the rows a case is about. */
export function firstRow({ outcome }: Case): RowKey | undefined {
  return outcome.rows[0]
}
