import type { Transaction } from 'kysely'
import type { AlertGroup } from '../domain/alert.ts'
import type { Arrival, Correlation, IncidentChange, IncidentHead, KnownEpisode, Memory } from '../domain/correlation.ts'
import { type Seconds, type UnixSeconds, hours, seconds, unixSeconds } from '../domain/time.ts'
import { enqueue, withdraw } from './jobs.ts'
import type { Tables } from './tables.ts'

export interface Received {
  readonly group: AlertGroup
  readonly receivedAt: UnixSeconds
}

export interface ReceiveOptions {
  readonly correlate: (arrival: Arrival) => Correlation
  /** At least the window within which `correlate` looks for an incident. */
  readonly window: Seconds
}

/** How far back episodes of the same alert are looked at; a copy that comes later than this is of no use to anyone. */
const REMEMBERED = hours(24 * 7)
/** Alerts of one trouble come in one after another: the picture is taken again when they have settled. */
const SETTLING = seconds(5)
/** SQLite takes 32,766 parameters in a statement. */
const CHUNK = 500

/** Correlates one notification with what is stored and writes the changes and the jobs that follow from them. */
export async function receiveIn(
  tx: Transaction<Tables>,
  { group, receivedAt }: Received,
  { correlate, window }: ReceiveOptions,
): Promise<Correlation> {
  const memory = await remember(tx, group, window)
  const correlation = correlate({ ...memory, group, receivedAt })
  for (const change of correlation.changes) {
    await writeIncident(tx, change.incident, receivedAt)
    await writeAdded(tx, change)
    await writeEnded(tx, change)
    await writeJobs(tx, change, receivedAt)
  }
  return correlation
}

async function remember(tx: Transaction<Tables>, group: AlertGroup, window: Seconds): Promise<Memory> {
  const fingerprints = [...new Set(group.alerts.map(({ fingerprint }) => fingerprint))]
  const starts = group.alerts.map(({ startsAt }) => startsAt)
  const first = starts.reduce((least, at) => Math.min(least, at), Infinity)
  const last = starts.reduce((most, at) => Math.max(most, at), -Infinity)
  const known: KnownEpisode[] = []
  for (const chunk of chunks(fingerprints)) {
    const rows = await tx
      .selectFrom('episodes')
      .select(['incident_id', 'fingerprint', 'starts_at', 'status', 'ends_at'])
      .where('fingerprint', 'in', chunk)
      .where((or) => or.or([or('status', '=', 'firing'), or('starts_at', '>=', first - REMEMBERED)]))
      .execute()
    known.push(
      ...rows.map((row) => ({
        incidentId: row.incident_id,
        fingerprint: row.fingerprint,
        startsAt: unixSeconds(row.starts_at),
        status: row.status,
        ...(row.ends_at !== null && { endsAt: unixSeconds(row.ends_at) }),
      })),
    )
  }
  const heads = new Map<string, IncidentHead>()
  const near = selectHeads(tx)
    .where('latest_starts_at', '>=', first - window)
    .where('starts_at', '<=', last + window)
  for (const row of await near.execute()) heads.set(row.id, toHead(row))
  const others = [...new Set(known.map(({ incidentId }) => incidentId))].filter((id) => !heads.has(id))
  for (const chunk of chunks(others)) {
    for (const row of await selectHeads(tx).where('id', 'in', chunk).execute()) heads.set(row.id, toHead(row))
  }
  return { known, incidents: [...heads.values()] }
}

function selectHeads(tx: Transaction<Tables>) {
  return tx.selectFrom('incidents').select(['id', 'cluster', 'model_name', 'starts_at', 'latest_starts_at', 'firing'])
}

interface HeadRow {
  readonly id: string
  readonly cluster: string
  readonly model_name: string | null
  readonly starts_at: number
  readonly latest_starts_at: number
  readonly firing: number
}

function toHead(row: HeadRow): IncidentHead {
  return {
    id: row.id,
    scope: { cluster: row.cluster, ...(row.model_name !== null && { modelName: row.model_name }) },
    startsAt: unixSeconds(row.starts_at),
    latestStartsAt: unixSeconds(row.latest_starts_at),
    firing: row.firing,
  }
}

async function writeIncident(tx: Transaction<Tables>, head: IncidentHead, receivedAt: UnixSeconds): Promise<void> {
  const moving = { starts_at: head.startsAt, latest_starts_at: head.latestStartsAt, firing: head.firing }
  await tx
    .insertInto('incidents')
    .values({
      id: head.id,
      cluster: head.scope.cluster,
      model_name: head.scope.modelName ?? null,
      received_at: receivedAt,
      ...moving,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(moving))
    .execute()
}

async function writeAdded(tx: Transaction<Tables>, { incident, added }: IncidentChange): Promise<void> {
  const rows = added.map((episode) => ({
    fingerprint: episode.fingerprint,
    starts_at: episode.startsAt,
    incident_id: incident.id,
    status: episode.status,
    ends_at: episode.endsAt ?? null,
    alert_name: episode.alertName,
    labels_json: JSON.stringify(episode.labels),
    annotations_json: JSON.stringify(episode.annotations),
    generator_url: episode.generatorUrl ?? null,
    listed_at: null,
    missing_since: null,
  }))
  for (const chunk of chunks(rows)) await tx.insertInto('episodes').values(chunk).execute()
}

async function writeEnded(tx: Transaction<Tables>, { ended }: IncidentChange): Promise<void> {
  for (const { fingerprint, startsAt, endsAt } of ended) {
    await tx
      .updateTable('episodes')
      .set({ status: 'resolved', ends_at: endsAt })
      .where('fingerprint', '=', fingerprint)
      .where('starts_at', '=', startsAt)
      .execute()
  }
}

async function writeJobs(tx: Transaction<Tables>, change: IncidentChange, now: UnixSeconds): Promise<void> {
  const incidentId = change.incident.id
  switch (change.kind) {
    case 'opened':
      return enqueue(tx, { incidentId, kind: 'triage', dueAt: now })
    case 'reopened':
      await withdraw(tx, incidentId, 'verify')
      return enqueue(tx, { incidentId, kind: 'triage', dueAt: now })
    case 'joined':
      return enqueue(tx, { incidentId, kind: 'triage', dueAt: unixSeconds(now + SETTLING) })
    case 'resolved':
      return enqueue(tx, { incidentId, kind: 'verify', dueAt: now })
    case 'updated':
    case 'remembered':
      return undefined
    default:
      return change.kind satisfies never
  }
}

function chunks<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, index) =>
    items.slice(index * CHUNK, (index + 1) * CHUNK),
  )
}
