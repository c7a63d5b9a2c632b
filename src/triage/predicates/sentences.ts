import { formatMeasure } from '../../domain/quantity.ts'
import type { RowKey } from '../../domain/reading.ts'
import { nameOfRow, valueOf } from '../../domain/reading.ts'
import type { Text } from '../../domain/text.ts'
import { fewOf, say } from '../../domain/text.ts'
import type { Signal } from '../../signals/signal.ts'
import { baselineOf, fleetNow, rowBefore, rowNow } from './lookup.ts'
import type { Case } from '../node.ts'

/** `queue time, mean 8.0 s (was 0.2 s)`. */
export function fleetSentence({ evidence }: Case, signal: Signal): Text {
  const now = formatMeasure(fleetNow(evidence, signal), signal.unit)
  const baseline = baselineOf(evidence, signal)
  const was = baseline.status === 'present' ? say` (was ${formatMeasure(baseline, signal.unit)})` : ''
  return say`${signal.title}: ${now}${was}`
}

/** The same of those of the signals that could be read: what only some fleets have is not missed in a sentence. */
export function knownSentences(at: Case, ...signals: readonly Signal[]): readonly Text[] {
  return signals
    .filter((signal) => fleetNow(at.evidence, signal).status === 'present')
    .map((signal) => fleetSentence(at, signal))
}

/** The same of one instance. */
export function rowSentence({ evidence }: Case, signal: Signal, key: RowKey): Text {
  const now = formatMeasure(rowNow(evidence, signal, key), signal.unit)
  const before = rowBefore(evidence, signal, key)
  const was = before.status === 'present' ? say` (was ${formatMeasure(before, signal.unit)})` : ''
  return say`${nameOfRow(key)} ${signal.title}: ${now}${was}`
}

/** `10.0.1.22:8000`, `a and b`, or `a, b and 3 more`. */
export function nameRows(rows: readonly RowKey[]): Text {
  const names = [...new Set(rows.map(nameOfRow))]
  if (names.length === 0) return say`no instance`
  const [one, other] = names
  return names.length === 2 ? say`${one ?? ''} and ${other ?? ''}` : fewOf(names, 2)
}

/** `a hangs`, `a and b hang`: whose rows they are, with what is said of one and of several. */
export function rowsDo(rows: readonly RowKey[], one: Text, several: Text): Text {
  return say`${nameRows(rows)} ${oneOr(rows, one, several)}`
}

/** What is said of one instance, or of several. */
export function oneOr(rows: readonly RowKey[], one: Text, several: Text): Text {
  return new Set(rows.map(nameOfRow)).size === 1 ? one : several
}

/** `1.9 ×`, as in 1.9 × as long; of nothing before there is no number of times. */
export function timesBefore({ evidence }: Case, signal: Signal): Text {
  const now = valueOf(fleetNow(evidence, signal))
  const before = valueOf(baselineOf(evidence, signal))
  return now === undefined || before === undefined || before <= 0
    ? say`many times`
    : say`${(now / before).toFixed(1)} ×`
}

/** The first of the rows a case is about. */
export function firstRow({ outcome }: Case): RowKey | undefined {
  return outcome.rows[0]
}
