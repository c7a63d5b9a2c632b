import type { Labels } from '../../domain/series.ts'
import type { Seconds } from '../../domain/time.ts'
import type { GroupValue } from '../../signals/evaluate/groups.ts'
import type { NumberTerm } from '../../signals/term.ts'
import type { FleetChange } from '../fleet/change.ts'
import type { FleetSpec } from '../fleet/fleet-spec.ts'

/** Reads recorded samples as they are at one time, in groups by these labels; by none unless stated. */
export type Read = (term: NumberTerm, by?: readonly string[]) => readonly GroupValue[]

/** The alerting rule that fires in a scenario, as it would stand in a rules file. */
export interface ScenarioAlert {
  readonly alertname: string
  readonly expr: string
  readonly for: string
  /** Labels that the rule itself adds. */
  readonly labels: Labels
  readonly annotations: Readonly<Record<string, string>>
  /** All labels of the alert as it arrives: the rule's and those of its series. */
  readonly firingLabels: Labels
  /** What `expr` says, for where there is no Prometheus. */
  readonly fires: (read: Read) => boolean
}

/** A story: a fleet, what happens to it, and what is to be found. */
export interface Scenario extends FleetSpec {
  readonly id: string
  readonly title: string
  /** The id of the headline cause. */
  readonly expectedCause: string
  /** Causes that are true beside it, and must be said. */
  readonly expectedAlso?: readonly string[]
  /** It is no story of an instance alone. */
  readonly needsPeers?: true
  readonly onsetBeforeEnd: Seconds
  readonly alert: ScenarioAlert
  /** What mends it, in order. */
  readonly fixes: readonly FleetChange[]
}
