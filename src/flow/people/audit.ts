import type { AuditEntry } from '../../domain/handling.ts'
import type { UnixSeconds } from '../../domain/time.ts'
import type { People } from '../../incidents/people.ts'
import type { Logger } from '../../lib/logger.ts'

export type Audit = (entry: Omit<AuditEntry, 'at'>) => Promise<void>

export interface AuditorOptions {
  readonly people: Pick<People, 'keepAudit'>
  readonly now: () => UnixSeconds
  readonly log: Logger
}

/** Writes down who did what: in the store, and as a line of the log. */
export function createAuditor({ people, now, log }: AuditorOptions): Audit {
  return async (entry) => {
    log.info({ step: 'record', ...entry }, 'a person did something')
    try {
      await people.keepAudit({ ...entry, at: now() })
    } catch (error) {
      log.error({ step: 'record', error }, 'what a person did could not be written down')
    }
  }
}
