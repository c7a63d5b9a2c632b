import type { UnixSeconds } from '../../domain/time.ts'
import type { TriageResult } from '../triage-result.ts'

/** What a chart is of. */
export type Charted = Pick<TriageResult, 'incident' | 'evidence' | 'diagnosis'> & {
  /** When the alerts resolved. */
  readonly endsAt?: UnixSeconds
}
