import type { Alert } from '../domain/alert.ts'
import type { EndedEpisode, KnownEpisode } from '../domain/correlation.ts'
import { type Seconds, type UnixSeconds, unixSeconds } from '../domain/time.ts'

/** An end found by settling. */
export interface SettledEnd extends EndedEpisode {
  readonly incidentId: string
  readonly wasFiring: boolean
}

/** The episodes of a notification's fingerprints while it is being read. */
export interface EpisodeBook {
  has(alert: Alert): boolean
  get(alert: Alert): KnownEpisode
  add(alert: Alert, incidentId: string): void
  /** The incident of the same alert's episode right before or after, when less than `window` lies between. */
  neighbourOf(alert: Alert, window: Seconds): string | undefined
  /** Takes in what the alert says and returns the known episodes whose end that moved. */
  settle(alert: Alert): readonly SettledEnd[]
}

export function createEpisodeBook(known: readonly KnownEpisode[]): EpisodeBook {
  const byFingerprint = new Map<string, Map<UnixSeconds, KnownEpisode>>()
  for (const episode of known) siblingsOf(episode.fingerprint).set(episode.startsAt, episode)

  function siblingsOf(fingerprint: string): Map<UnixSeconds, KnownEpisode> {
    const found = byFingerprint.get(fingerprint) ?? new Map<UnixSeconds, KnownEpisode>()
    byFingerprint.set(fingerprint, found)
    return found
  }

  function get({ fingerprint, startsAt }: Alert): KnownEpisode {
    const found = siblingsOf(fingerprint).get(startsAt)
    if (found === undefined) throw new Error('this is a bug: an episode was asked for before it was added')
    return found
  }

  function settle(alert: Alert): readonly SettledEnd[] {
    const siblings = siblingsOf(alert.fingerprint)
    const own = get(alert)
    const all = [...siblings.values()]
    const told = [...all, ...reported(own, alert)]
    const settled = all.map((episode) => ({ ...episode, ...endFrom(episode, told) }))
    for (const episode of settled) siblings.set(episode.startsAt, episode)
    return settled.flatMap((episode, index) => {
      const before = all[index]
      if (before === undefined || episode.endsAt === undefined || before.endsAt === episode.endsAt) return []
      const { incidentId, fingerprint, startsAt, endsAt } = episode
      return [{ incidentId, fingerprint, startsAt, endsAt, wasFiring: before.status === 'firing' }]
    })
  }

  return {
    has: ({ fingerprint, startsAt }) => siblingsOf(fingerprint).has(startsAt),
    get,
    add: ({ fingerprint, startsAt }, incidentId) => {
      siblingsOf(fingerprint).set(startsAt, { incidentId, fingerprint, startsAt, status: 'firing' })
    },
    neighbourOf: (alert, window) => neighbour([...siblingsOf(alert.fingerprint).values()], alert, window),
    settle,
  }
}

function neighbour(siblings: readonly KnownEpisode[], alert: Alert, window: Seconds): string | undefined {
  const sorted = siblings.toSorted((left, right) => left.startsAt - right.startsAt)
  const before = sorted.findLast(({ startsAt }) => startsAt < alert.startsAt)
  if (before !== undefined && alert.startsAt - (before.endsAt ?? alert.startsAt) <= window) return before.incidentId
  const after = sorted.find(({ startsAt }) => startsAt > alert.startsAt)
  const isNear = after !== undefined && after.startsAt - (alert.endsAt ?? after.startsAt) <= window
  return isNear ? after.incidentId : undefined
}

/** What the alert itself says of its episode: a second telling beside the one that is known. */
function reported(own: KnownEpisode, alert: Alert): readonly KnownEpisode[] {
  if (alert.status === 'firing') return []
  return [{ ...own, status: 'resolved', endsAt: later(alert.endsAt ?? alert.startsAt, alert.startsAt) }]
}

/**
 * An episode ends where the next one starts, or where one that started with or before it is said to end. Of several ends
 * the earliest holds, so it does not matter in which order they are told.
 */
function endFrom(episode: KnownEpisode, told: readonly KnownEpisode[]): Partial<KnownEpisode> {
  const ends = told.flatMap(({ startsAt, endsAt }) => {
    if (startsAt > episode.startsAt) return [startsAt]
    const isItsEnd = endsAt !== undefined && (startsAt === episode.startsAt || endsAt > episode.startsAt)
    return isItsEnd ? [endsAt] : []
  })
  return ends.length === 0 ? {} : { status: 'resolved', endsAt: unixSeconds(Math.min(...ends)) }
}

function later(left: UnixSeconds, right: UnixSeconds): UnixSeconds {
  return left > right ? left : right
}
