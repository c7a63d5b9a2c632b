import type { ShownUnit } from './quantity.ts'
import type { Measure } from './reading.ts'

/** What reading again after *resolved* says. */
export type RecoveryOutcome =
  /** As many requests as before the trouble, and they are fast again. */
  | 'recovered'
  /** Fast again, but with much less traffic: the cause may still be there. */
  | 'only_quieter'
  /** Nothing is being asked of the fleet: nothing can be said. */
  | 'no_traffic'
  /** The window still holds the trouble: it is read again when it does not. */
  | 'too_early'
  /** The alert resolved, but the readings have not come back. */
  | 'still_abnormal'
  /** The readings that would tell are missing. */
  | 'unknown'

/** One reading before the trouble, at its worst, and now. */
export interface RecoveryLine<Words = string> {
  readonly title: Words
  readonly unit: ShownUnit
  readonly before: Measure
  readonly peak: Measure
  readonly now: Measure
}

/** One instance's part of the arrivals (0..1) at the worst and now. */
export interface ShareLine {
  readonly instance: string
  readonly peak: Measure
  readonly now: Measure
}

export interface Recovery {
  readonly outcome: RecoveryOutcome
  readonly title: string
  readonly lines: readonly RecoveryLine[]
  readonly shares: readonly ShareLine[]
}
