import type { TriageResult } from './triage-result.ts'

/** The headline's page in the team's runbook; undefined where the team has not said where that is. */
export function runbookLink({ runbookUrl, diagnosis }: TriageResult): string | undefined {
  return runbookUrl === undefined ? undefined : `${runbookUrl}#${diagnosis.headline.page}`
}
