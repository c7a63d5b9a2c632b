import type { Certainty } from '../domain/diagnosis.ts'
import type { Evidence } from '../domain/evidence.ts'
import { readingOf } from '../domain/evidence.ts'
import { SIGNALS } from '../signals/catalog.ts'
import type { WitnessKind } from '../signals/signal.ts'
import { NOT_EXPOSED } from './fleet-tests.ts'
import { isSharedRow } from './lookup.ts'
import type { Answered } from './walk.ts'

/**
 * How sure a yes is. Firm asks for everything: no earlier question open, every look-alike excluded, whole answers from
 * the sources, and two independent kinds of witness (gauges and counters, say, or counters and the GPU's own word).
 */
export function certaintyOf(evidence: Evidence, { isShadowed, open, outcome, confirmed }: Answered): Certainty {
  if (isShadowed || open.length > 0) return 'tentative'
  if (evidence.sources.some(({ isWider }) => isWider === true)) return 'tentative'
  const used = [outcome, ...confirmed]
    .flatMap((told) => told.used)
    .filter(({ now, threshold }) => now.status === 'present' || threshold === NOT_EXPOSED)
  const isPartial = used.some(({ signal }) => {
    const reading = readingOf(evidence, signal)
    return reading.status === 'present' && (reading.partial || reading.isContradicted === true)
  })
  if (isPartial) return 'tentative'
  // A GPU that may be another instance's is no witness of this one.
  if (used.some(({ signal, row }) => row !== undefined && isSharedRow(evidence, signal, row))) return 'tentative'
  const kinds = new Set(used.flatMap(({ signal }) => WITNESSES.get(signal) ?? []))
  return kinds.size >= 2 ? 'firm' : 'tentative'
}

const WITNESSES: ReadonlyMap<string, WitnessKind> = new Map(SIGNALS.map(({ id, witness }) => [id, witness]))
