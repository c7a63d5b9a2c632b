import { sql } from 'kysely'
import type { PostPlace, SlackMessage } from '../domain/post.ts'
import type { UnixSeconds } from '../domain/time.ts'
import type { Db } from './open-database.ts'
import { CARD, parseMessage } from './posts.ts'

/** `post` fills a place for the first time, `update` edits what stands there: Slack limits the two apart. */
export type Lane = 'post' | 'update'
export const LANES: readonly Lane[] = ['post', 'update']

/** One message to bring to Slack. */
export interface Delivery {
  readonly lane: Lane
  readonly place: PostPlace
  readonly message: SlackMessage
  readonly version: number
  /** The message to edit. */
  readonly ts?: string
  readonly threadTs?: string
  /** True when an earlier post of it may have arrived: look before posting. */
  readonly isUncertain: boolean
  /** The version that the uncertain post carried. */
  readonly uncertainVersion: number
  readonly attempts: number
}

export interface LaneQuery {
  readonly channel: string
  readonly lane: Lane
  readonly now: UnixSeconds
  /** Seconds that have to lie between two edits of one message; its first edit waits for none. */
  readonly editEvery: number
}

export async function pendingChannels(db: Db): Promise<readonly string[]> {
  const rows = await db.selectFrom('posts').select('channel').distinct().where('pending', '=', 1).execute()
  return rows.map(({ channel }) => channel)
}

export async function countPending(db: Db): Promise<number> {
  const row = await db
    .selectFrom('posts')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('pending', '=', 1)
    .executeTakeFirst()
  return row?.count ?? 0
}

/** What a lane is to deliver next, whether or not it is due: cards of new incidents and first edits come first. */
export async function nextDelivery(
  db: Db,
  { channel, lane, now, editEvery }: LaneQuery,
): Promise<{ readonly delivery: Delivery; readonly dueAt: number } | undefined> {
  const dueAt = sql<number>`max(post.next_attempt_at, case when post.edits = 0 or post.ts is null then 0
    else post.delivered_at + ${sql.lit(editEvery)} end)`
  const row = await db
    .selectFrom('posts as post')
    .leftJoin('posts as card', (on) =>
      on
        .onRef('card.incident_id', '=', 'post.incident_id')
        .onRef('card.channel', '=', 'post.channel')
        .on('card.slot', '=', CARD),
    )
    .selectAll('post')
    .select(['card.ts as card_ts', dueAt.as('due_at')])
    .where('post.pending', '=', 1)
    .where('post.channel', '=', channel)
    .where('post.ts', lane === 'post' ? 'is' : 'is not', null)
    // A reply has no thread to go to before its card stands.
    .where((is) => is.or([is('post.slot', '=', CARD), is('card.ts', 'is not', null)]))
    .orderBy(sql`${dueAt} > ${now}`)
    .orderBy(sql`case when ${dueAt} > ${now} then ${dueAt} else 0 end`)
    .orderBy(sql`post.slot = ${sql.lit(CARD)}`, 'desc')
    .orderBy(sql`post.edits > 0`)
    // One that fails again and again does not hold up the others.
    .orderBy('post.attempts')
    .orderBy(lane === 'post' ? 'post.created_at' : 'post.put_at')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const threadTs = row.slot === CARD || row.card_ts === null ? {} : { threadTs: row.card_ts }
  const delivery: Delivery = {
    lane,
    place: { incidentId: row.incident_id, channel, slot: row.slot },
    message: parseMessage(row.message_json),
    version: row.desired_version,
    ...(row.ts !== null && { ts: row.ts }),
    ...threadTs,
    isUncertain: row.state === 'sending',
    uncertainVersion: row.sending_version,
    attempts: row.attempts,
  }
  return { delivery, dueAt: row.due_at }
}

/** Notes that a post is about to be sent; until its outcome is noted it may stand in Slack. */
export async function markSending(db: Db, { place, version }: Delivery): Promise<void> {
  await at(db, place).set({ state: 'sending', sending_version: version }).execute()
}

export interface Delivered {
  readonly ts: string
  readonly version: number
  readonly now: UnixSeconds
  readonly isEdit: boolean
}

export async function markDelivered(db: Db, place: PostPlace, { ts, version, now, isEdit }: Delivered): Promise<void> {
  await at(db, place)
    .set({
      state: 'idle',
      ts,
      delivered_version: version,
      delivered_at: now,
      attempts: 0,
      next_attempt_at: 0,
      last_error: null,
      pending: sql<number>`desired_version > ${version}`,
      ...(isEdit && { edits: sql<number>`edits + 1` }),
    })
    .execute()
}

export interface Postponed {
  readonly reason: string
  readonly nextAttemptAt: number
  /** The call may have had its effect. */
  readonly isUncertain: boolean
}

export async function markPostponed(db: Db, place: PostPlace, postponed: Postponed): Promise<void> {
  await at(db, place)
    .set({
      state: postponed.isUncertain ? 'sending' : 'idle',
      attempts: sql<number>`attempts + 1`,
      next_attempt_at: postponed.nextAttemptAt,
      last_error: postponed.reason,
    })
    .execute()
}

export async function markRefused(db: Db, { place, version }: Delivery, reason: string): Promise<void> {
  await at(db, place)
    .set({
      state: 'idle',
      refused_version: version,
      last_error: reason,
      pending: sql<number>`desired_version > ${version}`,
    })
    .execute()
}

/** After a restart: what was being sent then may be on its way still, so it is looked for only from `from` on. */
export async function postponeUncertain(db: Db, from: number): Promise<void> {
  await db
    .updateTable('posts')
    .set({ next_attempt_at: sql<number>`max(next_attempt_at, ${from})` })
    .where('state', '=', 'sending')
    .execute()
}

function at(db: Db, { incidentId, channel, slot }: PostPlace) {
  return db
    .updateTable('posts')
    .where('incident_id', '=', incidentId)
    .where('channel', '=', channel)
    .where('slot', '=', slot)
}
