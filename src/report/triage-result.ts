import type { AlertStatus } from '../domain/alert.ts'
import type { Diagnosis } from '../domain/diagnosis.ts'
import type { Evidence } from '../domain/evidence.ts'
import type { UnixSeconds } from '../domain/time.ts'

/** What a report says of the incident itself. */
export interface IncidentInfo {
  readonly id: string
  /** `none` when a person asked and no alert is firing. */
  readonly status: AlertStatus | 'none'
  /** Names of the alerts, firing ones first. */
  readonly alerts: readonly string[]
  readonly startsAt?: UnixSeconds
}

/** One triage as every face of it takes it. */
export interface TriageResult {
  readonly incident: IncidentInfo
  readonly evidence: Evidence
  readonly diagnosis: Diagnosis
  /** Milliseconds from the first query to the conclusion. */
  readonly tookMs: number
  /** Queries sent to all sources. */
  readonly queries: number
  /** Where the team keeps the printed runbook. */
  readonly runbookUrl?: string
}

/** The sum over the sources, for `TriageResult.queries`. */
export function queriesOf({ sources }: Evidence): number {
  return sources.reduce((sum, { queries }) => sum + queries, 0)
}
