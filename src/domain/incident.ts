import type { AlertStatus } from './alert.ts'
import type { Labels } from './series.ts'
import type { Scope } from './scope.ts'
import type { UnixSeconds } from './time.ts'

/** One alert from firing to resolved. (fingerprint, startsAt) names it: HA duplicates and repeats are the same episode. */
export interface Episode {
  readonly fingerprint: string
  readonly startsAt: UnixSeconds
  readonly status: AlertStatus
  readonly endsAt?: UnixSeconds
  readonly alertName: string
  readonly labels: Labels
  readonly annotations: Labels
  readonly generatorUrl?: string
}

/** The episodes of one trouble: one Slack thread. */
export interface Incident {
  readonly id: string
  readonly scope: Scope
  readonly status: AlertStatus
  /** The earliest `startsAt` of its episodes. */
  readonly startsAt: UnixSeconds
  /** When the last episode resolved. */
  readonly endsAt?: UnixSeconds
  readonly episodes: readonly Episode[]
}

/** Names of the incident's alerts, firing ones first, each once. */
export function alertNames(incident: Incident): readonly string[] {
  const firing = incident.episodes.filter((episode) => episode.status === 'firing')
  return [...new Set([...firing, ...incident.episodes].map((episode) => episode.alertName))]
}
