import { type AbsentReason, type Measure, absent } from '../domain/reading.ts'

/** A measure whose number is a number: what JSON cannot write was a bad answer. */
export function finite(measure: Measure): Measure {
  return measure.status === 'present' && !Number.isFinite(measure.value) ? absent('bad_answer') : measure
}

export function finiteValue(measure: Measure | undefined): number | null {
  return measure?.status === 'present' && Number.isFinite(measure.value) ? measure.value : null
}

/** Why there is no number; undefined when there is one. */
export function reasonOf(measure: Measure): AbsentReason | undefined {
  const checked = finite(measure)
  return checked.status === 'absent' ? checked.reason : undefined
}
