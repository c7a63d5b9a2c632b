import { formatPercent } from '../../domain/quantity.ts'
import type { Text } from '../../domain/text.ts'
import { say } from '../../domain/text.ts'

/** How far a value must have moved from what it was: by a factor and, so that a small number's noise is no change, by an amount. */
export interface Step {
  readonly times: number
  /** In the signal's unit. */
  readonly least: number
}

/** A value now against what it was before. */
export interface Change {
  readonly text: Text
  readonly holds: (now: number, before: number) => boolean
}

export function upBy({ times, least }: Step): Change {
  return {
    text: say`≥ ${times} × before`,
    holds: (now, before) => now >= before * times && now - before >= least,
  }
}

/** @param step `times` below 1: the part that is left */
export function downBy({ times, least }: Step): Change {
  return {
    text: say`≤ ${formatPercent(times)} of before`,
    holds: (now, before) => now <= before * times && before - now >= least,
  }
}
