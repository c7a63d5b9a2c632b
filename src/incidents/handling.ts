import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Acknowledgement, AuditEntry, Feedback, FeedbackCount, Handling } from '../domain/handling.ts'
import type { KeptSilence, SilenceEnd } from '../domain/silence.ts'
import { type UnixSeconds, unixSeconds } from '../domain/time.ts'
import type { Db } from './open-database.ts'
import type { SilenceTable, Tables } from './tables.ts'

/** Written by this program from its own dialogs. */
const matchers = z.array(z.object({ name: z.string(), op: z.enum(['=', '!=', '=~', '!~']), value: z.string() }))

/** What people have done about an incident, as a card shows it. */
export async function readHandling(db: Kysely<Tables>, incidentId: string): Promise<Handling> {
  const row = await db
    .selectFrom('acknowledgements')
    .selectAll()
    .where('incident_id', '=', incidentId)
    .executeTakeFirst()
  const silences = await silencesOf(db, incidentId)
  return {
    ...(row !== undefined && { acknowledged: { user: row.user_id, at: unixSeconds(row.at) } }),
    silences: silences.filter(({ end }) => end === undefined),
  }
}

/** Writes who is at it; the first one stays. Resolves to whom that is. */
export async function acknowledge(db: Db, incidentId: string, { user, at }: Acknowledgement): Promise<Acknowledgement> {
  await db
    .insertInto('acknowledgements')
    .values({ incident_id: incidentId, user_id: user, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { acknowledged } = await readHandling(db, incidentId)
  return acknowledged ?? { user, at }
}

export async function keepSilence(db: Db, silence: KeptSilence): Promise<void> {
  const { id, cluster, incidentId, endsAt, user, comment } = silence
  await db
    .insertInto('silences')
    .values({
      id,
      cluster,
      incident_id: incidentId,
      matchers_json: JSON.stringify(silence.matchers),
      ends_at: endsAt,
      user_id: user,
      comment,
      ended_at: null,
      undone_by: null,
    })
    .execute()
}

/** All that were made in an incident's thread, the first to end first. */
export async function silencesOf(db: Kysely<Tables>, incidentId: string): Promise<readonly KeptSilence[]> {
  const rows = await db
    .selectFrom('silences')
    .selectAll()
    .where('incident_id', '=', incidentId)
    .orderBy('ends_at')
    .execute()
  return rows.map(toSilence)
}

export async function silence(db: Db, id: string): Promise<KeptSilence | undefined> {
  const row = await db.selectFrom('silences').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : toSilence(row)
}

/** Notes how a silence ended; one that has ended already stays as it is. Resolves to whether it was news. */
export async function endSilence(db: Db, id: string, { at, undoneBy }: SilenceEnd): Promise<boolean> {
  const result = await db
    .updateTable('silences')
    .set({ ended_at: at, undone_by: undoneBy ?? null })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Notes that a silence ends at another time than it was made for. */
export async function moveSilence(db: Db, id: string, endsAt: UnixSeconds): Promise<void> {
  await db.updateTable('silences').set({ ends_at: endsAt }).where('id', '=', id).execute()
}

function toSilence(row: SilenceTable): KeptSilence {
  const undone = row.undone_by === null ? {} : { undoneBy: row.undone_by }
  return {
    id: row.id,
    cluster: row.cluster,
    incidentId: row.incident_id,
    matchers: matchers.parse(JSON.parse(row.matchers_json)),
    endsAt: unixSeconds(row.ends_at),
    user: row.user_id,
    comment: row.comment,
    ...(row.ended_at !== null && { end: { at: unixSeconds(row.ended_at), ...undone } }),
  }
}

export async function keepFeedback(db: Db, { incidentId, user, at, verdict, cause }: Feedback): Promise<void> {
  const word = { at, verdict, cause }
  await db
    .insertInto('feedback')
    .values({ incident_id: incidentId, user_id: user, ...word })
    .onConflict((conflict) => conflict.columns(['incident_id', 'user_id']).doUpdateSet(word))
    .execute()
}

/** What was said of each cause, most often said first. */
export async function countFeedback(db: Db): Promise<readonly FeedbackCount[]> {
  const rows = await db
    .selectFrom('feedback')
    .select((select) => ['cause', 'verdict', select.fn.countAll<number>().as('count')])
    .groupBy(['cause', 'verdict'])
    .execute()
  const count = (cause: string, verdict: string): number =>
    rows.find((row) => row.cause === cause && row.verdict === verdict)?.count ?? 0
  return [...new Set(rows.map(({ cause }) => cause))]
    .map((cause) => ({ cause, useful: count(cause, 'useful'), wrong: count(cause, 'wrong') }))
    .toSorted((one, other) => other.useful + other.wrong - one.useful - one.wrong)
}

export async function keepAudit(db: Db, { at, user, deed, outcome, incidentId, detail }: AuditEntry): Promise<void> {
  await db.insertInto('audit').values({ at, user_id: user, deed, outcome, incident_id: incidentId, detail }).execute()
}

export async function forgetDeeds(db: Db, before: UnixSeconds): Promise<void> {
  await db.deleteFrom('audit').where('at', '<', before).execute()
}
