import type { Cause } from './cause.ts'
import type { KeptSilence } from './silence.ts'
import type { UnixSeconds } from './time.ts'

/** What people have done about an incident, in Slack. */
export interface Handling {
  readonly acknowledged?: Acknowledgement
  /** Those that are in force. */
  readonly silences: readonly KeptSilence[]
}

/** Who said first that they are at it, by Slack's id. */
export interface Acknowledgement {
  readonly user: string
  readonly at: UnixSeconds
}

export type FeedbackVerdict = 'useful' | 'wrong'

/** What a person said of a conclusion; each has one word on an incident, the last one counts. */
export interface Feedback {
  readonly incidentId: string
  readonly user: string
  readonly at: UnixSeconds
  readonly verdict: FeedbackVerdict
  /** What the card said then. */
  readonly cause: Cause
}

/** What was said of the conclusions of one cause. */
export interface FeedbackCount {
  readonly cause: string
  readonly useful: number
  readonly wrong: number
}

/** What people can do that is written down. */
export type Deed = 'run_again' | 'acknowledge' | 'useful' | 'wrong' | 'evidence' | 'silence' | 'undo_silence'

export interface AuditEntry {
  readonly at: UnixSeconds
  /** Slack's id of who did it. */
  readonly user: string
  readonly deed: Deed
  readonly outcome: 'done' | 'refused' | 'failed'
  readonly incidentId: string
  /** What of, in one line. */
  readonly detail: string
}
