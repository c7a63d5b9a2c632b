import type { Missing } from '../../domain/diagnosis.ts'
import type { Evidence } from '../../domain/evidence.ts'
import { readingOf } from '../../domain/evidence.ts'
import type { AbsentReason } from '../../domain/reading.ts'
import { say } from '../../domain/text.ts'
import type { Text } from '../../domain/text.ts'
import { SIGNALS } from '../../signals/catalog.ts'
import { clientRequests } from '../../signals/clients.ts'
import type { Exposer, Signal } from '../../signals/signal.ts'

/**
 * What could not be read, why, and what would make it readable. 0/0 is not missing: nothing happened. Nor is what one
 * vendor's exporter has not and another's tells. Nor what only some releases and features have. Nor a log that nobody named or that has no such line, nor an engine that
 * nobody told whyslow to ask: they only second what is measured.
 */
export function missingOf(evidence: Evidence): readonly Missing<Text>[] {
  const missing = missingIn(evidence)
  // What a person wrote down has no scrape to be set up.
  const isWritten = evidence.sources.length > 0 && evidence.sources.every(({ source }) => source === 'file')
  return isWritten ? missing.map((one) => ({ ...one, enableWith: IN_THE_FILE })) : missing
}

const IN_THE_FILE = say`if it is known, write it into the file, under readings`

function missingIn(evidence: Evidence): readonly Missing<Text>[] {
  return [...SIGNALS, clientRequests].flatMap((signal) => {
    const reading = readingOf(evidence, signal.id)
    const { id, title, enableWith } = signal
    if (reading.status === 'absent') {
      if (reading.reason === 'no_traffic') return []
      if (isNotThere(reading.reason) && signal.isOptional === true) return []
      if (isNotThere(reading.reason) && isSpokenFor(evidence, signal)) return []
      const isUnheard = isNotThere(reading.reason) || reading.reason === 'not_configured'
      if (isUnheard && UNASKED.has(signal.exposer)) return []
      const detail = reading.detail === undefined ? {} : { detail: reading.detail }
      return [{ signal: id, title, reason: reading.reason, enableWith, ...detail }]
    }
    const { fleet } = reading
    if (fleet.status === 'present' || fleet.reason === 'no_traffic') return []
    if (isNotThere(fleet.reason) && signal.isOptional === true) return []
    return [{ signal: id, title, reason: fleet.reason, enableWith }]
  })
}

/** What tells the like of what metrics tell, where somebody names it. */
const UNASKED: ReadonlySet<Exposer> = new Set<Exposer>(['log', 'direct', 'clients'])

/** A store that finds names by the day knows those of yesterday's exporters. */
function isNotThere(reason: AbsentReason): boolean {
  return reason === 'not_exposed' || reason === 'no_samples'
}

/** Whether the like is told by another signal, or is asked for under the other's name. */
function isSpokenFor(evidence: Evidence, { id, standsFor }: Signal): boolean {
  if (standsFor !== undefined) return true
  return SIGNALS.some(
    (other) => other.standsFor?.includes(id) === true && readingOf(evidence, other.id).status === 'present',
  )
}
