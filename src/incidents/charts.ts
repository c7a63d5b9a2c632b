import type { UnixSeconds } from '../domain/time.ts'
import type { Db } from './open-database.ts'
import { CARD } from './posts.ts'
import type { ChartKind } from './tables.ts'

export type { ChartKind } from './tables.ts'

/** Which pictures stand in which threads. */
export interface Charts {
  /** Where a picture can go; undefined while there are words to be posted, of this incident or, untried yet, of others. */
  thread(incidentId: string): Promise<{ readonly channel: string; readonly ts: string } | undefined>
  isShown(incidentId: string, kind: ChartKind): Promise<boolean>
  /** Notes that it is about to be shown; resolves to whether nobody had noted that. */
  claim(incidentId: string, kind: ChartKind, at: UnixSeconds): Promise<boolean>
  /** It was not shown after all. */
  release(incidentId: string, kind: ChartKind): Promise<void>
}

export function createCharts(db: Db): Charts {
  const noted = (incidentId: string, kind: ChartKind) =>
    db.selectFrom('charts').select('at').where('incident_id', '=', incidentId).where('kind', '=', kind)
  return {
    thread: async (incidentId) => {
      const unposted = db.selectFrom('posts').select('slot').where('pending', '=', 1).where('ts', 'is', null)
      const ahead = await unposted
        .where((is) => is.or([is('incident_id', '=', incidentId), is('attempts', '=', 0)]))
        .executeTakeFirst()
      if (ahead !== undefined) return undefined
      const posts = db.selectFrom('posts').select(['channel', 'ts'])
      const card = await posts.where('incident_id', '=', incidentId).where('slot', '=', CARD).executeTakeFirst()
      return card === undefined || card.ts === null ? undefined : { channel: card.channel, ts: card.ts }
    },
    isShown: async (incidentId, kind) => (await noted(incidentId, kind).executeTakeFirst()) !== undefined,
    claim: async (incidentId, kind, at) => {
      const result = await db
        .insertInto('charts')
        .values({ incident_id: incidentId, kind, at })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    release: async (incidentId, kind) => {
      await db.deleteFrom('charts').where('incident_id', '=', incidentId).where('kind', '=', kind).execute()
    },
  }
}
