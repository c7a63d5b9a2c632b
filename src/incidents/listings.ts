import type { Episode } from '../domain/incident.ts'
import { type UnixSeconds, unixSeconds } from '../domain/time.ts'
import type { Db } from './open-database.ts'

type EpisodeKey = Pick<Episode, 'fingerprint' | 'startsAt'>

/** How Alertmanager was last seen to have an episode. */
export interface Listing extends EpisodeKey {
  /** When it was last among the alerts that fire there. */
  readonly listedAt?: UnixSeconds
  /** Since when it is not. */
  readonly missingSince?: UnixSeconds
}

export interface Listings {
  of(incidentId: string): Promise<readonly Listing[]>
  note(listing: Listing): Promise<void>
}

export function createListings(db: Db): Listings {
  return {
    of: async (incidentId) => {
      const rows = await db
        .selectFrom('episodes')
        .select(['fingerprint', 'starts_at', 'listed_at', 'missing_since'])
        .where('incident_id', '=', incidentId)
        .where('status', '=', 'firing')
        .execute()
      return rows.map((row) => ({
        fingerprint: row.fingerprint,
        startsAt: unixSeconds(row.starts_at),
        ...(row.listed_at !== null && { listedAt: unixSeconds(row.listed_at) }),
        ...(row.missing_since !== null && { missingSince: unixSeconds(row.missing_since) }),
      }))
    },
    note: async ({ fingerprint, startsAt, listedAt, missingSince }) => {
      await db
        .updateTable('episodes')
        .set({ listed_at: listedAt ?? null, missing_since: missingSince ?? null })
        .where('fingerprint', '=', fingerprint)
        .where('starts_at', '=', startsAt)
        .execute()
    },
  }
}
