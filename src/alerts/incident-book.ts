import type { EndedEpisode, IncidentChange, IncidentHead } from '../domain/correlation.ts'
import type { Episode } from '../domain/incident.ts'
import { keptIn } from '../domain/once.ts'
import type { Scope } from '../domain/scope.ts'
import { type Seconds, type UnixSeconds, unixSeconds } from '../domain/time.ts'

/** The incidents a notification touches while it is being read. */
export interface IncidentBook {
  /** The incident of the scope whose episodes start nearest to `startsAt`, when that is within the window. */
  find(scope: Scope, startsAt: UnixSeconds): string | undefined
  open(scope: Scope, startsAt: UnixSeconds): string
  add(id: string, episode: Episode): void
  end(id: string, episode: EndedEpisode, wasFiring: boolean): void
  changes(): readonly IncidentChange[]
}

interface Entry {
  head: IncidentHead
  readonly firingBefore: number | undefined
  readonly added: Map<string, Episode>
  readonly ended: Map<string, EndedEpisode>
}

export function createIncidentBook(
  known: readonly IncidentHead[],
  options: { readonly window: Seconds; readonly newId: () => string },
): IncidentBook {
  const entries = new Map<string, Entry>()
  const byScope = new Map<string, Entry[]>()

  function enter(head: IncidentHead, firingBefore: number | undefined): void {
    const entry: Entry = { head, firingBefore, added: new Map(), ended: new Map() }
    entries.set(head.id, entry)
    keptIn(byScope, keyOf(head.scope), () => []).push(entry)
  }

  function entryOf(id: string): Entry {
    const entry = entries.get(id)
    if (entry === undefined) throw new Error("this is a bug: an episode's incident was not handed over")
    return entry
  }

  for (const head of known) enter(head, head.firing)
  return {
    find: (scope, startsAt) => nearest(byScope.get(keyOf(scope)) ?? [], startsAt, options.window),
    open: (scope, startsAt) => {
      const id = options.newId()
      enter({ id, scope, startsAt, latestStartsAt: startsAt, firing: 0 }, undefined)
      return id
    },
    add: (id, episode) => {
      const entry = entryOf(id)
      const { head } = entry
      entry.added.set(nameOf(episode), episode)
      entry.head = {
        ...head,
        startsAt: unixSeconds(Math.min(head.startsAt, episode.startsAt)),
        latestStartsAt: unixSeconds(Math.max(head.latestStartsAt, episode.startsAt)),
        firing: head.firing + (episode.status === 'firing' ? 1 : 0),
      }
    },
    end: (id, episode, wasFiring) => endIn(entryOf(id), episode, wasFiring),
    changes: () => [...entries.values()].flatMap(toChange),
  }
}

function endIn(entry: Entry, episode: EndedEpisode, wasFiring: boolean): void {
  const name = nameOf(episode)
  const added = entry.added.get(name)
  if (added === undefined) entry.ended.set(name, episode)
  else entry.added.set(name, { ...added, status: 'resolved', endsAt: episode.endsAt })
  const counted = added === undefined ? wasFiring : added.status === 'firing'
  if (counted) entry.head = { ...entry.head, firing: entry.head.firing - 1 }
}

function toChange({ head, firingBefore, added, ended }: Entry): readonly IncidentChange[] {
  if (added.size === 0 && ended.size === 0) return []
  const hasNewFiring = [...added.values()].some(({ status }) => status === 'firing')
  const kind = kindOf({ before: firingBefore, after: head.firing, hasNewFiring })
  return [{ incident: head, kind, added: [...added.values()], ended: [...ended.values()] }]
}

interface Counts {
  readonly before: number | undefined
  readonly after: number
  readonly hasNewFiring: boolean
}

function kindOf({ before, after, hasNewFiring }: Counts): IncidentChange['kind'] {
  if (before === undefined) return after > 0 ? 'opened' : 'remembered'
  if (before === 0) return after > 0 ? 'reopened' : 'updated'
  if (after === 0) return 'resolved'
  return hasNewFiring ? 'joined' : 'updated'
}

function nearest(entries: readonly Entry[], startsAt: UnixSeconds, window: Seconds): string | undefined {
  const near = entries
    .map(({ head }) => ({ head, apart: distance(head, startsAt) }))
    .filter(({ apart }) => apart <= window)
    .toSorted((left, right) => (left.apart === right.apart ? byAge(left.head, right.head) : left.apart - right.apart))
  return near[0]?.head.id
}

/** The older first; of equals always the same one, in whatever order they were remembered. */
function byAge(left: IncidentHead, right: IncidentHead): number {
  if (left.startsAt !== right.startsAt) return left.startsAt - right.startsAt
  if (left.latestStartsAt !== right.latestStartsAt) return left.latestStartsAt - right.latestStartsAt
  return left.id < right.id ? -1 : 1
}

/** Seconds from `startsAt` to the span in which the incident's episodes start. */
function distance({ startsAt: first, latestStartsAt: last }: IncidentHead, startsAt: UnixSeconds): number {
  return Math.max(first - startsAt, startsAt - last, 0)
}

function nameOf({ fingerprint, startsAt }: { readonly fingerprint: string; readonly startsAt: UnixSeconds }): string {
  return `${fingerprint} ${startsAt}`
}

function keyOf({ cluster, modelName }: Scope): string {
  return JSON.stringify([cluster, modelName ?? ''])
}
