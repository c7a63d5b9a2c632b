import type { AlertGroup } from '../domain/alert.ts'
import type { Scope } from '../domain/scope.ts'
import type { Seconds, UnixSeconds } from '../domain/time.ts'
import type { Cluster } from '../flow/cluster.ts'
import type { TriageOptions } from './triage-options.ts'

/** What is looked at. */
export interface TriageTarget {
  readonly cluster: Cluster
  readonly scope: Scope
  /** Length of the window unless one is stated. */
  readonly length: Seconds
  readonly deadlineSeconds: Seconds
  /** Now, or the end of a recording. */
  readonly readableUntil: UnixSeconds
  /** Where the team keeps the printed runbook, if the configuration says so. */
  readonly runbookUrl?: string
}

export interface TargetInput {
  readonly options: TriageOptions
  readonly alerts: AlertGroup | undefined
  readonly now: UnixSeconds
}
