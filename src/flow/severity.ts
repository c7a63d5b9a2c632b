import type { Diagnosis } from '../domain/diagnosis.ts'
import { valueOf } from '../domain/reading.ts'
import { standingOf } from '../report/standing.ts'

/** How bad a triage found it, only to tell the worst of an incident's: what waits, and above all whether a cause was found. */
export function severityOf({ headline, instances }: Diagnosis): number {
  const waiting = instances.reduce((sum, line) => sum + (valueOf(line.waiting) ?? 0), 0)
  const hasCause = standingOf(headline.cause) === 'cause'
  return (hasCause ? 1_000_000 : 0) + waiting
}
