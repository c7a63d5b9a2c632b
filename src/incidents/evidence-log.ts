import { z } from 'zod'
import type { Evidence } from '../domain/evidence.ts'
import { type UnixSeconds, unixSeconds } from '../domain/time.ts'
import type { Db } from './open-database.ts'
import type { ReadingKind } from './tables.ts'

export interface EvidenceEntry {
  readonly incidentId: string
  readonly kind: ReadingKind
  /** How bad it was, for the caller to say: the greatest is the incident's worst. */
  readonly severity: number
  readonly evidence: Evidence
}

/** Besides the worst, so many of the newest are kept of an incident; of a large fleet one is a megabyte. */
const KEPT = 4

/** Stored evidence was written by this program; a file that was tampered with is not defended against. */
const evidence = z
  .custom<Omit<Evidence, 'changes'> & Partial<Evidence>>(
    (value) => typeof value === 'object' && value !== null && 'readings' in value,
  )
  // Older versions knew of no changes.
  .transform((told): Evidence => ({ ...told, changes: told.changes ?? [] }))

export async function saveEvidence(db: Db, entry: EvidenceEntry): Promise<void> {
  const { incidentId, kind, severity } = entry
  await db.transaction().execute(async (tx) => {
    const row = { incident_id: incidentId, kind, at: entry.evidence.takenAt, severity }
    await tx
      .insertInto('evidence')
      .values({ ...row, evidence_json: JSON.stringify(entry.evidence) })
      .execute()
    const all = tx.selectFrom('evidence').select('id').where('incident_id', '=', incidentId)
    const newest = await all.orderBy('id', 'desc').limit(KEPT).execute()
    const worst = await all.where('kind', '=', 'triage').orderBy('severity', 'desc').orderBy('id').limit(1).execute()
    const kept = [...newest, ...worst].map(({ id }) => id)
    await tx.deleteFrom('evidence').where('incident_id', '=', incidentId).where('id', 'not in', kept).execute()
  })
}

/** The evidence of the triage with the greatest severity, the first of equals. */
export async function worstEvidence(db: Db, incidentId: string): Promise<Evidence | undefined> {
  return first(ofTriages(db, incidentId).orderBy('severity', 'desc').orderBy('id'))
}

export async function latestTriage(db: Db, incidentId: string): Promise<Evidence | undefined> {
  return first(ofTriages(db, incidentId).orderBy('id', 'desc'))
}

function ofTriages(db: Db, incidentId: string) {
  return db
    .selectFrom('evidence')
    .select('evidence_json')
    .where('incident_id', '=', incidentId)
    .where('kind', '=', 'triage')
}

async function first(query: ReturnType<typeof ofTriages>): Promise<Evidence | undefined> {
  const row = await query.limit(1).executeTakeFirst()
  return row === undefined ? undefined : evidence.parse(JSON.parse(row.evidence_json))
}

/** When the evidence of the last triage, or of the last verification, was taken. */
export async function latestEvidenceAt(
  db: Db,
  incidentId: string,
  kind: ReadingKind,
): Promise<UnixSeconds | undefined> {
  const row = await db
    .selectFrom('evidence')
    .select('at')
    .where('incident_id', '=', incidentId)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? undefined : unixSeconds(row.at)
}
