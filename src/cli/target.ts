import type { AlertGroup } from '../domain/alert.ts'
import type { Expectations } from '../domain/evidence.ts'
import type { Scope } from '../domain/scope.ts'
import type { Seconds, UnixSeconds } from '../domain/time.ts'
import type { EvidenceSource } from '../evidence/source.ts'
import type { TriageOptions } from './triage-options.ts'

/** What is looked at, and what is known of it. */
export interface TriageTarget {
  readonly scope: Scope
  readonly sources: readonly EvidenceSource[]
  readonly expectations: Expectations
  /** Length of the window unless one is stated. */
  readonly length: Seconds
  /** How long reading may take; the default unless stated. */
  readonly deadlineSeconds?: number
  /** Where there is nothing more to read: now, or the end of a recording. */
  readonly end: UnixSeconds
  readonly close: () => Promise<void>
}

export interface TargetInput {
  readonly options: TriageOptions
  readonly alerts: AlertGroup | undefined
  readonly now: UnixSeconds
}
