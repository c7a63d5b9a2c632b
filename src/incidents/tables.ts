import type { Generated } from 'kysely'
import type { AlertStatus } from '../domain/alert.ts'
import type { FeedbackVerdict } from '../domain/handling.ts'

/** Times are seconds since the Unix epoch; `json` columns hold what this program itself wrote. */
export interface Tables {
  readonly incidents: IncidentTable
  readonly episodes: EpisodeTable
  readonly jobs: JobTable
  readonly posts: PostTable
  readonly evidence: EvidenceTable
  readonly changes: ChangeTable
  readonly acknowledgements: AcknowledgementTable
  readonly silences: SilenceTable
  readonly feedback: FeedbackTable
  readonly audit: AuditTable
  readonly charts: ChartTable
}

interface IncidentTable {
  readonly id: string
  readonly cluster: string
  readonly model_name: string | null
  readonly starts_at: number
  readonly latest_starts_at: number
  /** How many episodes are firing. */
  readonly firing: number
  readonly received_at: number
}

export interface EpisodeTable {
  readonly fingerprint: string
  readonly starts_at: number
  readonly incident_id: string
  readonly status: AlertStatus
  readonly ends_at: number | null
  readonly alert_name: string
  readonly labels_json: string
  readonly annotations_json: string
  readonly generator_url: string | null
  /** When Alertmanager was last seen to have it, and since when it was seen not to. */
  readonly listed_at: number | null
  readonly missing_since: number | null
}

/** Of what reads a cluster its evidence is kept. */
export type ReadingKind = 'triage' | 'verify'
/** What brings words to Slack; `silences`: to say which have ended. */
export const TEXT_JOBS = ['triage', 'verify', 'silences'] as const
/** What brings pictures, of the trouble and of its end. They are done beside the others, and hold none of them up. */
export const CHART_JOBS = ['chart', 'recovery_chart'] as const
export type JobKind = (typeof TEXT_JOBS)[number] | (typeof CHART_JOBS)[number]
export type ChartKind = (typeof CHART_JOBS)[number]

interface JobTable {
  readonly id: Generated<number>
  readonly incident_id: string
  readonly kind: JobKind
  readonly due_at: number
  readonly state: 'pending' | 'running' | 'failed'
  /** How often it was started. */
  readonly attempts: Generated<number>
  readonly last_error: string | null
}

interface PostTable {
  readonly incident_id: string
  readonly channel: string
  readonly slot: string
  readonly message_json: string
  readonly desired_version: number
  readonly delivered_version: Generated<number>
  /** The last version Slack would not take. */
  readonly refused_version: Generated<number>
  /** 1 while `desired_version` is above both others. */
  readonly pending: number
  readonly ts: string | null
  /** `sending` from before a post until its outcome is known: it may stand in Slack. */
  readonly state: Generated<'idle' | 'sending'>
  readonly sending_version: Generated<number>
  readonly attempts: Generated<number>
  readonly next_attempt_at: Generated<number>
  readonly delivered_at: Generated<number>
  /** How often it was edited. */
  readonly edits: Generated<number>
  readonly put_at: number
  readonly created_at: number
  readonly last_error: string | null
}

interface EvidenceTable {
  readonly id: Generated<number>
  readonly incident_id: string
  readonly kind: ReadingKind
  readonly at: number
  readonly severity: number
  readonly evidence_json: string
}

interface ChangeTable {
  readonly at: number
  readonly cluster: string
  readonly model_name: string
  readonly text: string
  readonly change_json: string
}

interface AcknowledgementTable {
  readonly incident_id: string
  readonly user_id: string
  readonly at: number
}

export interface SilenceTable {
  /** Alertmanager's. */
  readonly id: string
  readonly cluster: string
  readonly incident_id: string
  readonly matchers_json: string
  readonly ends_at: number
  readonly user_id: string
  readonly comment: string
  /** Set when it is known to have ended. */
  readonly ended_at: number | null
  readonly undone_by: string | null
}

interface FeedbackTable {
  readonly incident_id: string
  readonly user_id: string
  readonly at: number
  readonly verdict: FeedbackVerdict
  readonly cause: string
}

/** A picture that was shown in an incident's thread, or is about to be. */
interface ChartTable {
  readonly incident_id: string
  readonly kind: ChartKind
  readonly at: number
}

interface AuditTable {
  readonly id: Generated<number>
  readonly at: number
  readonly user_id: string
  readonly deed: string
  readonly outcome: string
  readonly incident_id: string
  readonly detail: string
}
