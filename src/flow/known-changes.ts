import { type FleetChange, type ToldChanges, suspectOf } from '../domain/fleet-change.ts'
import type { SourceReport } from '../domain/evidence.ts'
import type { Scope } from '../domain/scope.ts'
import { type Seconds, type UnixSeconds, seconds } from '../domain/time.ts'
import type { Window } from '../domain/window.ts'
import { ConnectionConfigError } from '../lib/http-connection.ts'
import { WhyslowError } from '../lib/errors.ts'
import { within } from '../lib/within.ts'
import type { Cluster } from './cluster.ts'

export type ChangesIn = (scope: Scope, time: Window) => Promise<ToldChanges>

export interface TellersOfChanges {
  readonly changesIn: ChangesIn | undefined
  readonly grafana: Cluster['grafana'] | undefined
}

export interface ChangesRequest {
  readonly scope: Scope
  readonly time: Window
  /** When the trouble was first seen: the last change before it is told even where there are too many. */
  readonly seen: UnixSeconds
  /** Of the triage. */
  readonly deadline: Seconds
}

export interface KnownChanges {
  /** The oldest first. */
  readonly changes: readonly FleetChange[]
  /** Of those who could not tell, or not all. */
  readonly reports: readonly SourceReport[]
}

/** No more of a triage than this goes by before evidence is read, whatever time a teller is given otherwise. */
const LONGEST = seconds(1)
const SHARE = 0.2

/** What was done to a fleet, of all who may know. Never rejects: without them a triage is the poorer, and not lost. */
export async function changesKnown(
  { changesIn, grafana }: TellersOfChanges,
  request: ChangesRequest,
): Promise<KnownChanges> {
  const told = await Promise.all([
    ...(changesIn === undefined ? [] : [known('changes', (time) => changesIn(request.scope, time), request)]),
    ...(grafana === undefined ? [] : [known('grafana', grafana.changesIn, request)]),
  ])
  return {
    changes: told.flatMap(({ changes }) => changes).toSorted((one, other) => one.at - other.at),
    reports: told.flatMap(({ reports }) => reports),
  }
}

type Ask = (time: Window, signal: AbortSignal) => Promise<ToldChanges>

async function known(source: string, ask: Ask, request: ChangesRequest): Promise<KnownChanges> {
  const limit = Math.min(LONGEST, SHARE * request.deadline)
  try {
    const { changes, isCut } = await within(limit * 1000, [], (signal) =>
      Promise.race([withSuspect((time) => ask(time, signal), request), overdue(signal)]),
    )
    const notes = [`so much was done to the fleet that only the newest ${changes.length} changes are looked at`]
    return { changes, reports: isCut ? [{ source, status: 'partial', queries: 0, notes }] : [] }
  } catch (error) {
    const isOwn = error instanceof WhyslowError || error instanceof ConnectionConfigError
    const unread = 'what was done to the fleet could not be read'
    const notes = [isOwn ? `${unread}: ${error.message}` : unread]
    return { changes: [], reports: [{ source, status: 'failed', queries: 0, notes }] }
  }
}

/** Where the newest are all later than the trouble, the last one before it is asked for by itself. */
async function withSuspect(
  ask: (time: Window) => Promise<ToldChanges>,
  { time, seen }: ChangesRequest,
): Promise<ToldChanges> {
  const newest = await ask(time)
  if (!newest.isCut || suspectOf(newest.changes, seen) !== undefined) return newest
  const { changes } = await ask({ start: time.start, end: seen })
  return { changes: [...changes.slice(-1), ...newest.changes], isCut: true }
}

function overdue(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const late = (): void => reject(new WhyslowError('timeout', 'no answer in time'))
    signal.addEventListener('abort', late, { once: true })
  })
}
