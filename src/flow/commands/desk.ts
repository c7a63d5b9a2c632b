import type { Checkup } from '../../domain/checkup.ts'
import type { Incident } from '../../domain/incident.ts'
import type { Seconds, UnixSeconds } from '../../domain/time.ts'
import type { Speak } from '../../domain/text.ts'
import type { People } from '../../incidents/people.ts'
import type { Store } from '../../incidents/store.ts'
import type { TriageResult } from '../../report/triage-result.ts'
import type { Person } from '../../slack/handlers.ts'
import type { Cluster } from '../cluster.ts'
import type { Silencing } from '../people/silencing.ts'
import type { ReadRequest } from '../read-cluster.ts'

/** What answers are made from. */
export interface Desk {
  /** In the order of the configuration; the first is meant where none is named. */
  readonly clusters: readonly Cluster[]
  readonly window: Seconds
  readonly deadline: Seconds
  readonly now: () => UnixSeconds
  readonly read: (request: ReadRequest) => Promise<TriageResult>
  /** Looks at the path of a cluster's metrics. */
  readonly examine: (cluster: string, speak: Speak) => Promise<Checkup>
  readonly store: Pick<Store, 'openIncidents' | 'latestTriage'> & { readonly people: Pick<People, 'countFeedback'> }
  readonly silencing: Pick<Silencing, 'list' | 'silenceThread'>
}

/** Who asks, and of which incident: that of the thread it is asked in. */
export interface Asker {
  readonly person: Person
  readonly incident?: Incident
  /** The voice of the channel it is asked in. */
  readonly speak: Speak
}
