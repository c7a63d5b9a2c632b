import type { Kysely } from 'kysely'
import { type UnixSeconds, unixSeconds } from '../domain/time.ts'
import type { Db } from './open-database.ts'
import type { JobKind, Tables } from './tables.ts'

export { CHART_JOBS, type JobKind, TEXT_JOBS } from './tables.ts'

/** Something to do for an incident. There is at most one of a kind waiting for it. */
export interface JobRequest {
  readonly incidentId: string
  readonly kind: JobKind
  readonly dueAt: UnixSeconds
}

export interface Job extends JobRequest {
  readonly id: number
  /** 1 when it is run for the first time. */
  readonly attempt: number
}

/** Adds a job; one of its kind that waits already is kept, and done at the earlier of the two times. */
export async function enqueue(db: Kysely<Tables>, { incidentId, kind, dueAt }: JobRequest): Promise<void> {
  const waiting = await db
    .selectFrom('jobs')
    .select(['id', 'due_at'])
    .where('incident_id', '=', incidentId)
    .where('kind', '=', kind)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (waiting === undefined) {
    await db.insertInto('jobs').values({ incident_id: incidentId, kind, due_at: dueAt, state: 'pending' }).execute()
  } else if (dueAt < waiting.due_at) {
    await db.updateTable('jobs').set({ due_at: dueAt }).where('id', '=', waiting.id).execute()
  }
}

export async function withdraw(db: Kysely<Tables>, incidentId: string, kind: JobKind): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('incident_id', '=', incidentId)
    .where('kind', '=', kind)
    .where('state', '=', 'pending')
    .execute()
}

export interface TakeOptions {
  readonly kinds: readonly JobKind[]
  readonly now: UnixSeconds
  readonly limit: number
}

/**
 * Takes the jobs of these kinds that have waited longest, at most one of each incident, and none of an incident on which
 * one of these kinds is at work.
 */
export function takeDueJobs(db: Db, { kinds, now, limit }: TakeOptions): Promise<readonly Job[]> {
  return db.transaction().execute(async (tx) => {
    const own = tx.selectFrom('jobs').where('kind', 'in', kinds)
    const busy = own.select('incident_id').where('state', '=', 'running')
    const rows = await own
      .select(['id', 'incident_id', 'kind', 'due_at', 'attempts'])
      .where('state', '=', 'pending')
      .where('due_at', '<=', now)
      .where('incident_id', 'not in', busy)
      .orderBy('due_at')
      .orderBy('id')
      .limit(limit)
      .execute()
    const taken = rows.filter(({ incident_id: id }, index) => rows.findIndex((row) => row.incident_id === id) === index)
    for (const row of taken) {
      await tx
        .updateTable('jobs')
        .set({ state: 'running', attempts: row.attempts + 1 })
        .where('id', '=', row.id)
        .execute()
    }
    return taken.map((row) => ({
      id: row.id,
      incidentId: row.incident_id,
      kind: row.kind,
      dueAt: unixSeconds(row.due_at),
      attempt: row.attempts + 1,
    }))
  })
}

export async function finishJob(db: Db, id: number): Promise<void> {
  await db.deleteFrom('jobs').where('id', '=', id).execute()
}

/** Puts a job back for `retryAt`, or gives it up when there is no such time. */
export async function failJob(db: Db, id: number, failure: JobFailure): Promise<void> {
  const { error, retryAt } = failure
  await db.transaction().execute(async (tx) => {
    if (retryAt === undefined) {
      await tx.updateTable('jobs').set({ state: 'failed', last_error: error }).where('id', '=', id).execute()
    } else {
      await putBack(tx, id, { due_at: retryAt, last_error: error })
    }
  })
}

export interface JobFailure {
  readonly error: string
  readonly retryAt?: UnixSeconds
}

/** Puts back the jobs that a process which has ended was working on. */
export async function releaseJobs(db: Db, kinds: readonly JobKind[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const running = tx.selectFrom('jobs').select('id').where('state', '=', 'running')
    const rows = await running.where('kind', 'in', kinds).execute()
    for (const { id } of rows) await putBack(tx, id, {})
  })
}

async function putBack(
  tx: Kysely<Tables>,
  id: number,
  changes: { readonly due_at?: number; readonly last_error?: string },
): Promise<void> {
  const waiting = await tx
    .selectFrom('jobs as own')
    .innerJoin('jobs as other', (on) =>
      on.onRef('own.incident_id', '=', 'other.incident_id').onRef('own.kind', '=', 'other.kind'),
    )
    .select('other.id')
    .where('own.id', '=', id)
    .where('other.state', '=', 'pending')
    .executeTakeFirst()
  if (waiting === undefined) {
    await tx
      .updateTable('jobs')
      .set({ state: 'pending', ...changes })
      .where('id', '=', id)
      .execute()
  } else {
    await tx.deleteFrom('jobs').where('id', '=', id).execute()
  }
}

/** When the next waiting job of these kinds is due. */
export async function nextJobDue(db: Db, kinds: readonly JobKind[]): Promise<UnixSeconds | undefined> {
  const row = await db
    .selectFrom('jobs')
    .select((select) => select.fn.min<number | null>('due_at').as('due'))
    .where('state', '=', 'pending')
    .where('kind', 'in', kinds)
    .executeTakeFirst()
  return row?.due === null || row?.due === undefined ? undefined : unixSeconds(row.due)
}
