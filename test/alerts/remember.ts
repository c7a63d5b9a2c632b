import type { AlertGroup } from '../../src/domain/alert.ts'
import type { Correlation, IncidentHead, KnownEpisode } from '../../src/domain/correlation.ts'
import { minutes, unixSeconds } from '../../src/domain/time.ts'
import { correlate } from '../../src/alerts/correlate.ts'
import { scopeOf } from '../../src/alerts/scope-of.ts'

/** The memory in its plainest form: everything is kept, and handed over each time. */
export function createMemory() {
  const heads = new Map<string, IncidentHead>()
  const episodes = new Map<string, KnownEpisode>()
  let ids = 0
  const nameOf = (episode: Pick<KnownEpisode, 'fingerprint' | 'startsAt'>): string =>
    `${episode.fingerprint} ${episode.startsAt}`

  function receive(group: AlertGroup): Correlation {
    const result = correlate(
      { group, receivedAt: unixSeconds(99_999), known: [...episodes.values()], incidents: [...heads.values()] },
      {
        scopeOf: (alert) => scopeOf(alert, [{ name: 'prod', match: { cluster: 'prod' } }]),
        window: minutes(10),
        newId: () => `i${(ids += 1)}`,
      },
    )
    for (const { incident, added, ended } of result.changes) {
      heads.set(incident.id, incident)
      for (const { fingerprint, startsAt, status, endsAt } of added) {
        const end = endsAt === undefined ? {} : { endsAt }
        const episode = { incidentId: incident.id, fingerprint, startsAt, status, ...end }
        episodes.set(nameOf(episode), episode)
      }
      for (const end of ended) {
        const episode = episodes.get(nameOf(end))
        if (episode === undefined) throw new Error('an unknown episode ended')
        episodes.set(nameOf(end), { ...episode, status: 'resolved', endsAt: end.endsAt })
      }
    }
    return result
  }

  return {
    receive,
    heads,
    episodes,
    /** What stands in the memory, without the ids, which depend on the order. */
    view: (): unknown => {
      const lines = [...heads.values()].map(({ id, firing, scope, startsAt, latestStartsAt }) => ({
        scope,
        firing,
        startsAt,
        latestStartsAt,
        episodes: [...episodes.values()]
          .filter(({ incidentId }) => incidentId === id)
          .map(({ fingerprint, startsAt, status, endsAt }) => `${fingerprint} ${startsAt} ${status} ${endsAt ?? ''}`)
          .toSorted(),
      }))
      return lines.toSorted((left, right) => JSON.stringify(left).localeCompare(JSON.stringify(right)))
    },
  }
}
