import { sql } from 'kysely'
import { z } from 'zod'
import { CHANGE_KINDS, CHANGE_SOURCES, type ReportedChange, type ToldChanges } from '../domain/fleet-change.ts'
import type { Scope } from '../domain/scope.ts'
import { type UnixSeconds, unixSeconds } from '../domain/time.ts'
import type { Window } from '../domain/window.ts'
import type { Db } from './open-database.ts'

/** A triage needs those of an hour or two; more of them than this is a pipeline that has run wild. */
const MOST = 50

const stored = z.object({
  kind: z.enum(CHANGE_KINDS),
  text: z.string(),
  source: z.enum(CHANGE_SOURCES),
  instances: z.array(z.string()),
  url: z.string().exactOptional(),
})

/** Writes a change; one that was told already, at the same time and in the same words, is not told twice. */
export async function addChange(db: Db, { at, cluster, modelName, ...change }: ReportedChange): Promise<void> {
  await db
    .insertInto('changes')
    .values({
      at,
      cluster: cluster ?? '',
      model_name: modelName ?? '',
      text: change.text,
      change_json: JSON.stringify(change),
    })
    .onConflict((conflict) => conflict.doUpdateSet({ change_json: sql`excluded.change_json` }))
    .execute()
}

/** The newest changes in `[start, end]` that may concern the scope: what names no cluster or model is of all. */
export async function changesIn(db: Db, { cluster, modelName }: Scope, { start, end }: Window): Promise<ToldChanges> {
  let query = db
    .selectFrom('changes')
    .select(['at', 'change_json'])
    .where('at', '>=', start)
    .where('at', '<=', end)
    .where('cluster', 'in', ['', cluster])
  if (modelName !== undefined) query = query.where('model_name', 'in', ['', modelName])
  const rows = await query
    .orderBy('at', 'desc')
    .limit(MOST + 1)
    .execute()
  const changes = rows
    .slice(0, MOST)
    .toReversed()
    .map(({ at, change_json: json }) => ({ at: unixSeconds(at), ...stored.parse(JSON.parse(json)) }))
  return { changes, isCut: rows.length > MOST }
}

export async function forgetChanges(db: Db, before: UnixSeconds): Promise<void> {
  await db.deleteFrom('changes').where('at', '<', before).execute()
}
