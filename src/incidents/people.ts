import type { Acknowledgement, AuditEntry, Feedback, FeedbackCount } from '../domain/handling.ts'
import type { KeptSilence, SilenceEnd } from '../domain/silence.ts'
import type { UnixSeconds } from '../domain/time.ts'
import * as handling from './handling.ts'
import type { Db } from './open-database.ts'

/** What people do about incidents, kept. Everything resolved to is on the disk. */
export interface People {
  /** The first who says so is at it; resolves to whom that is. */
  acknowledge(incidentId: string, by: Acknowledgement): Promise<Acknowledgement>
  keepSilence(silence: KeptSilence): Promise<void>
  silence(id: string): Promise<KeptSilence | undefined>
  silencesOf(incidentId: string): Promise<readonly KeptSilence[]>
  /** Resolves to whether it had not ended already. */
  endSilence(id: string, end: SilenceEnd): Promise<boolean>
  moveSilence(id: string, endsAt: UnixSeconds): Promise<void>
  keepFeedback(feedback: Feedback): Promise<void>
  countFeedback(): Promise<readonly FeedbackCount[]>
  keepAudit(entry: AuditEntry): Promise<void>
}

export function createPeople(db: Db): People {
  return {
    acknowledge: (incidentId, by) => handling.acknowledge(db, incidentId, by),
    keepSilence: (silence) => handling.keepSilence(db, silence),
    silence: (id) => handling.silence(db, id),
    silencesOf: (incidentId) => handling.silencesOf(db, incidentId),
    endSilence: (id, end) => handling.endSilence(db, id, end),
    moveSilence: (id, endsAt) => handling.moveSilence(db, id, endsAt),
    keepFeedback: (feedback) => handling.keepFeedback(db, feedback),
    countFeedback: () => handling.countFeedback(db),
    keepAudit: (entry) => handling.keepAudit(db, entry),
  }
}
