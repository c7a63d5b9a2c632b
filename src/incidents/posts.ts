import { z } from 'zod'
import type { PostPlace, SlackMessage } from '../domain/post.ts'
import type { UnixSeconds } from '../domain/time.ts'
import type { Handling } from '../domain/handling.ts'
import { readHandling } from './handling.ts'
import type { Db } from './open-database.ts'

/** What stands at a place, and what is to stand there. */
export interface StandingPost {
  readonly place: PostPlace
  /** Slack's name of the message; absent until it is posted. */
  readonly ts?: string
  readonly message: SlackMessage
  readonly isPending: boolean
  readonly lastError?: string
}

export const CARD = 'card'

/** Messages are written by this program from its own rendering. */
const message = z.custom<SlackMessage>((value) => typeof value === 'object' && value !== null && 'text' in value)

/** What is to stand at a place, given what is to stand there so far and what people have done; `undefined` leaves it. */
export type Compose = (standing: SlackMessage | undefined, handling: Handling) => SlackMessage | undefined

/**
 * States what is to stand at a place; saying the same again changes nothing. What people do at the same time is either
 * in what is composed, or composes it anew. Resolves to whether it was news.
 */
export function putPost(db: Db, place: PostPlace, { at, ...what }: Wanted): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('posts')
      .select(['message_json', 'desired_version', 'refused_version'])
      .where('incident_id', '=', place.incidentId)
      .where('channel', '=', place.channel)
      .where('slot', '=', place.slot)
      .executeTakeFirst()
    const standing = row === undefined ? undefined : parseMessage(row.message_json)
    const wanted = 'message' in what ? what.message : what.compose(standing, await readHandling(tx, place.incidentId))
    const json = JSON.stringify(wanted)
    if (wanted === undefined || row?.message_json === json) return false
    const wasRefused = row !== undefined && row.refused_version >= row.desired_version
    const next = { message_json: json, desired_version: (row?.desired_version ?? 0) + 1, pending: 1, put_at: at }
    // One that failed for a passing reason keeps waiting its turn; one that was refused is another message now.
    const afresh = wasRefused ? { attempts: 0, next_attempt_at: 0 } : {}
    await tx
      .insertInto('posts')
      .values({ incident_id: place.incidentId, channel: place.channel, slot: place.slot, created_at: at, ...next })
      .onConflict((conflict) =>
        conflict.columns(['incident_id', 'channel', 'slot']).doUpdateSet({ ...next, ...afresh }),
      )
      .execute()
    return true
  })
}

type Wanted = { readonly at: UnixSeconds } & ({ readonly message: SlackMessage } | { readonly compose: Compose })

/** All places of an incident in the order in which they were first filled. */
export async function readPosts(db: Db, incidentId: string): Promise<readonly StandingPost[]> {
  const rows = await db
    .selectFrom('posts')
    .selectAll()
    .where('incident_id', '=', incidentId)
    .orderBy('created_at')
    .orderBy('slot')
    .execute()
  return rows.map((row) => ({
    place: { incidentId, channel: row.channel, slot: row.slot },
    ...(row.ts !== null && { ts: row.ts }),
    message: parseMessage(row.message_json),
    isPending: row.pending === 1,
    ...(row.last_error !== null && { lastError: row.last_error }),
  }))
}

/** The incident whose card is this message. */
export async function incidentIdByThread(db: Db, channel: string, ts: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('posts')
    .select('incident_id')
    .where('channel', '=', channel)
    .where('ts', '=', ts)
    .where('slot', '=', CARD)
    .executeTakeFirst()
  return row?.incident_id
}

export function parseMessage(json: string): SlackMessage {
  return message.parse(JSON.parse(json))
}
