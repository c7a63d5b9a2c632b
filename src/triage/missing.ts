import type { Missing } from '../domain/diagnosis.ts'
import type { Evidence } from '../domain/evidence.ts'
import { readingOf } from '../domain/evidence.ts'
import { SIGNALS } from '../signals/catalog.ts'
import type { Signal } from '../signals/signal.ts'

/**
 * What could not be read, why, and what would make it readable. 0/0 is not missing: nothing happened. Nor is what one
 * vendor's exporter has not and another's tells.
 */
export function missingOf(evidence: Evidence): readonly Missing[] {
  return SIGNALS.flatMap((signal) => {
    const reading = readingOf(evidence, signal.id)
    const { id, title, enableWith } = signal
    if (reading.status === 'absent') {
      if (reading.reason === 'not_exposed' && isSpokenFor(evidence, signal)) return []
      const detail = reading.detail === undefined ? {} : { detail: reading.detail }
      return [{ signal: id, title, reason: reading.reason, enableWith, ...detail }]
    }
    const isEmpty = reading.fleet.status === 'absent' && reading.fleet.reason !== 'no_traffic'
    return isEmpty && reading.fleet.status === 'absent'
      ? [{ signal: id, title, reason: reading.fleet.reason, enableWith }]
      : []
  })
}

/** Whether the like is told by another signal, or is asked for under the other's name. */
function isSpokenFor(evidence: Evidence, { id, standsFor }: Signal): boolean {
  if (standsFor !== undefined) return true
  return SIGNALS.some(
    (other) => other.standsFor?.includes(id) === true && readingOf(evidence, other.id).status === 'present',
  )
}
