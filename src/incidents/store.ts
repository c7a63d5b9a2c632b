import type { AlertGroup } from '../domain/alert.ts'
import type { Correlation } from '../domain/correlation.ts'
import type { Evidence } from '../domain/evidence.ts'
import type { ReportedChange, ToldChanges } from '../domain/fleet-change.ts'
import type { Incident } from '../domain/incident.ts'
import type { PostPlace, SlackMessage } from '../domain/post.ts'
import type { Scope } from '../domain/scope.ts'
import type { UnixSeconds } from '../domain/time.ts'
import type { Window } from '../domain/window.ts'
import { addChange, changesIn, forgetChanges } from './changes.ts'
import { type Charts, createCharts } from './charts.ts'
import { type EvidenceEntry, latestEvidenceAt, latestTriage, saveEvidence, worstEvidence } from './evidence-log.ts'
import { createGroupCommit } from './group-commit.ts'
import { forgetDeeds } from './handling.ts'
import * as jobs from './jobs.ts'
import type { Job, JobFailure, JobKind, JobRequest, TakeOptions } from './jobs.ts'
import { type Listings, createListings } from './listings.ts'
import { type Db, openDatabase } from './open-database.ts'
import { type People, createPeople } from './people.ts'
import { type Compose, type StandingPost, incidentIdByThread, putPost, readPosts } from './posts.ts'
import { type OpenIncidents, openIncidents, readIncident } from './read-incident.ts'
import type { ReadingKind } from './tables.ts'
import { type ReceiveOptions, type Received, receiveIn } from './receive.ts'

/** What whyslow remembers. Everything resolved to is on the disk. */
export interface Store {
  /** Correlates a notification, writes its episodes and the jobs that follow, in one transaction. */
  receive(group: AlertGroup, receivedAt: UnixSeconds): Promise<Correlation>
  incident(id: string): Promise<Incident | undefined>
  /** The incident whose card in `channel` is the message `ts`. */
  incidentByThread(channel: string, ts: string): Promise<Incident | undefined>
  /** The newest of those that are firing, and how many there are. */
  openIncidents(most: number): Promise<OpenIncidents>

  addJob(request: JobRequest): Promise<void>
  takeDueJobs(options: TakeOptions): Promise<readonly Job[]>
  finishJob(id: number): Promise<void>
  failJob(id: number, failure: JobFailure): Promise<void>
  releaseJobs(kinds: readonly JobKind[]): Promise<void>
  nextJobDue(kinds: readonly JobKind[]): Promise<UnixSeconds | undefined>

  /** States what is to stand at a place in Slack; the outbox brings it there. */
  put(place: PostPlace, message: SlackMessage, now: UnixSeconds): Promise<void>
  /** The same, made of what stands there and of what people have done; nobody does anything in between. */
  compose(place: PostPlace, compose: Compose, now: UnixSeconds): Promise<void>
  posts(incidentId: string): Promise<readonly StandingPost[]>

  saveEvidence(entry: EvidenceEntry): Promise<void>
  worstEvidence(incidentId: string): Promise<Evidence | undefined>
  /** That of the last triage. */
  latestTriage(incidentId: string): Promise<Evidence | undefined>
  /** When the last triage, or the last verification, was taken. */
  latestEvidenceAt(incidentId: string, kind: ReadingKind): Promise<UnixSeconds | undefined>

  /** What people do about incidents. */
  readonly people: People
  readonly charts: Charts
  /** What Alertmanager was seen to have of the episodes that fire. */
  readonly listings: Listings

  addChange(change: ReportedChange): Promise<void>
  /** What was done to the fleet in scope within a time, the oldest first. */
  changesIn(scope: Scope, window: Window): Promise<ToldChanges>

  /** Calls `listener` after each change that may give the outbox or the job runner something to do. */
  onWork(kind: WorkKind, listener: () => void): () => void
  /** Whether it can be written to. */
  healthy(): Promise<boolean>
  /** Forgets changes before `before`, and incidents that are resolved and started before it; resolves to how many of these. */
  prune(before: UnixSeconds): Promise<number>
  close(): Promise<void>
  /** For the outbox. */
  readonly db: Db
}

export type WorkKind = 'posts' | 'jobs'

/** Opens the store in a SQLite file. One process works on a file at a time. */
export function createStore(file: string, options: ReceiveOptions): Store {
  const db = openDatabase(file)
  const listeners: Readonly<Record<WorkKind, Set<() => void>>> = { posts: new Set(), jobs: new Set() }
  const tell = (kind: WorkKind): void => {
    for (const listener of listeners[kind]) listener()
  }

  const receive = createGroupCommit((received: readonly Received[]) =>
    db.transaction().execute(async (tx) => {
      const correlations: Correlation[] = []
      for (const one of received) correlations.push(await receiveIn(tx, one, options))
      return correlations
    }),
  )

  return {
    receive: async (group, receivedAt) => {
      const correlation = await receive({ group, receivedAt })
      if (correlation.changes.length > 0) tell('jobs')
      return correlation
    },
    incident: (id) => readIncident(db, id),
    incidentByThread: async (channel, ts) => {
      const id = await incidentIdByThread(db, channel, ts)
      return id === undefined ? undefined : readIncident(db, id)
    },

    openIncidents: (most) => openIncidents(db, most),

    addJob: async (request) => {
      await jobs.enqueue(db, request)
      tell('jobs')
    },
    takeDueJobs: (take) => jobs.takeDueJobs(db, take),
    finishJob: (id) => jobs.finishJob(db, id),
    failJob: (id, failure) => jobs.failJob(db, id, failure),
    releaseJobs: (kinds) => jobs.releaseJobs(db, kinds),
    nextJobDue: (kinds) => jobs.nextJobDue(db, kinds),

    put: async (place, message, now) => {
      if (await putPost(db, place, { message, at: now })) tell('posts')
    },
    compose: async (place, compose, now) => {
      if (await putPost(db, place, { compose, at: now })) tell('posts')
    },
    posts: (incidentId) => readPosts(db, incidentId),

    saveEvidence: (entry) => saveEvidence(db, entry),
    worstEvidence: (incidentId) => worstEvidence(db, incidentId),
    latestTriage: (incidentId) => latestTriage(db, incidentId),
    latestEvidenceAt: (incidentId, kind) => latestEvidenceAt(db, incidentId, kind),

    people: createPeople(db),
    charts: createCharts(db),
    listings: createListings(db),

    addChange: (change) => addChange(db, change),
    changesIn: (scope, window) => changesIn(db, scope, window),

    onWork: (kind, listener) => {
      listeners[kind].add(listener)
      return () => listeners[kind].delete(listener)
    },
    healthy: () => isWritable(db),
    prune: async (before) => {
      await forgetChanges(db, before)
      await forgetDeeds(db, before)
      const result = await db
        .deleteFrom('incidents')
        .where('firing', '=', 0)
        .where('latest_starts_at', '<', before)
        .executeTakeFirst()
      return Number(result.numDeletedRows)
    },
    close: () => db.destroy(),
    db,
  }
}

/** Tries a write for real: a full disk or a file gone read-only shows in nothing less. */
async function isWritable(db: Db): Promise<boolean> {
  try {
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('incidents')
        .values(PROBE)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await tx.deleteFrom('incidents').where('id', '=', PROBE.id).execute()
    })
    return true
  } catch {
    return false
  }
}

const PROBE = {
  id: ' probe',
  cluster: '',
  model_name: null,
  starts_at: 0,
  latest_starts_at: 0,
  firing: 0,
  received_at: 0,
} as const
