import { type UnixSeconds, unixSeconds } from '../domain/time.ts'
import type { Db } from './open-database.ts'

/** Something that was done about an incident: a post delivered, an acknowledgement, a silence. */
export interface Receipt {
  readonly incidentId: string
  readonly at: UnixSeconds
  /** A short fixed word, such as `posted` or `acknowledged`. */
  readonly what: string
  /** For a person; without secrets. */
  readonly detail: string
}

const MAX_DETAIL = 500
const MOST = 1_000

export async function writeReceipt(db: Db, { incidentId, at, what, detail }: Receipt): Promise<void> {
  const row = { incident_id: incidentId, at, what, detail: detail.slice(0, MAX_DETAIL) }
  await db.insertInto('receipts').values(row).execute()
}

/** In order of time. */
export async function readReceipts(db: Db, incidentId: string): Promise<readonly Receipt[]> {
  const rows = await db
    .selectFrom('receipts')
    .select(['at', 'what', 'detail'])
    .where('incident_id', '=', incidentId)
    .orderBy('id')
    .limit(MOST)
    .execute()
  return rows.map(({ at, what, detail }) => ({ incidentId, at: unixSeconds(at), what, detail }))
}
