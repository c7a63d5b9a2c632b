import type { AlertGroup, AlertStatus } from './alert.ts'
import type { Episode } from './incident.ts'
import type { Scope } from './scope.ts'
import type { UnixSeconds } from './time.ts'

/** What correlating needs to know of an incident; its episodes may be thousands. */
export interface IncidentHead {
  readonly id: string
  readonly scope: Scope
  /** The starts of its earliest and its latest episode. */
  readonly startsAt: UnixSeconds
  readonly latestStartsAt: UnixSeconds
  /** How many of its episodes are firing; it is resolved when none is. */
  readonly firing: number
}

/** An episode that was seen before. */
export interface KnownEpisode {
  readonly incidentId: string
  readonly fingerprint: string
  readonly startsAt: UnixSeconds
  readonly status: AlertStatus
  readonly endsAt?: UnixSeconds
}

/** What was known before a notification came: all episodes of its fingerprints, and the incidents they may join. */
export interface Memory {
  readonly known: readonly KnownEpisode[]
  readonly incidents: readonly IncidentHead[]
}

export interface Arrival extends Memory {
  readonly group: AlertGroup
  readonly receivedAt: UnixSeconds
}

/** One incident as a notification leaves it. */
export interface IncidentChange {
  /** The incident's head after the change. */
  readonly incident: IncidentHead
  /**
   * - `opened`: a new incident with something firing
   * - `joined`: an open incident got new firing episodes
   * - `reopened`: a resolved incident has something firing again
   * - `resolved`: its last firing episode ended
   * - `updated`: something of it ended, and it goes on as it was
   * - `remembered`: all of it had resolved before it was ever seen firing; nobody needs to hear of it
   */
  readonly kind: 'opened' | 'joined' | 'reopened' | 'resolved' | 'updated' | 'remembered'
  /** Episodes never seen before. */
  readonly added: readonly Episode[]
  /** Known episodes that have ended, or whose end was found to be earlier. */
  readonly ended: readonly EndedEpisode[]
}

export interface EndedEpisode {
  readonly fingerprint: string
  readonly startsAt: UnixSeconds
  readonly endsAt: UnixSeconds
}

/** What a notification changes. Values in, values out: whoever keeps the memory writes it down. */
export interface Correlation {
  readonly changes: readonly IncidentChange[]
  /** Alerts that told nothing new: duplicates, repeats, late copies. */
  readonly unchanged: number
}
