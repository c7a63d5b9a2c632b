import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Episode, Incident } from '../domain/incident.ts'
import { type UnixSeconds, unixSeconds } from '../domain/time.ts'
import type { EpisodeTable, Tables } from './tables.ts'

/** An incident as a whole; `undefined` when there is none of that id. */
export async function readIncident(db: Kysely<Tables>, id: string): Promise<Incident | undefined> {
  const row = await db.selectFrom('incidents').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) return undefined
  const episodes = await db
    .selectFrom('episodes')
    .selectAll()
    .where('incident_id', '=', id)
    .orderBy('starts_at')
    .execute()
  const modelName = row.model_name === null ? {} : { modelName: row.model_name }
  return toIncident(id, { cluster: row.cluster, ...modelName }, episodes.map(toEpisode))
}

export interface OpenIncidents {
  readonly incidents: readonly Incident[]
  /** How many are open, those left out among them. */
  readonly total: number
}

/** The newest incidents that are firing. */
export async function openIncidents(db: Kysely<Tables>, most: number): Promise<OpenIncidents> {
  const firing = db.selectFrom('incidents').where('firing', '>', 0)
  const [rows, count] = await Promise.all([
    firing.select('id').orderBy('starts_at', 'desc').limit(most).execute(),
    firing.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirst(),
  ])
  const incidents = await Promise.all(rows.map(({ id }) => readIncident(db, id)))
  return { incidents: incidents.filter((incident) => incident !== undefined), total: count?.total ?? 0 }
}

function toIncident(id: string, scope: Incident['scope'], episodes: readonly Episode[]): Incident {
  const isFiring = episodes.some(({ status }) => status === 'firing')
  const instances = new Set(episodes.map(({ labels }) => labels['instance'] ?? ''))
  const [instance] = instances
  const endsAt = episodes.reduce((latest, episode) => Math.max(latest, episode.endsAt ?? 0), 0)
  return {
    id,
    // All of it about one instance: that one is of interest.
    scope: { ...scope, ...(instances.size === 1 && instance && { instance }) },
    status: isFiring ? 'firing' : 'resolved',
    startsAt: earliest(episodes),
    ...(!isFiring && { endsAt: unixSeconds(endsAt) }),
    episodes,
  }
}

function earliest(episodes: readonly Episode[]): UnixSeconds {
  return unixSeconds(episodes.reduce((least, { startsAt }) => Math.min(least, startsAt), Infinity))
}

const labels = z.record(z.string(), z.string())

function toEpisode(row: EpisodeTable): Episode {
  return {
    fingerprint: row.fingerprint,
    startsAt: unixSeconds(row.starts_at),
    status: row.status,
    ...(row.ends_at !== null && { endsAt: unixSeconds(row.ends_at) }),
    alertName: row.alert_name,
    labels: labels.parse(JSON.parse(row.labels_json)),
    annotations: labels.parse(JSON.parse(row.annotations_json)),
    ...(row.generator_url !== null && { generatorUrl: row.generator_url }),
  }
}
