import type { UnixSeconds } from './time.ts'
import { type Baseline, type Window, lengthOf, windowEnding } from './window.ts'

export const CHANGE_KINDS = ['deploy', 'config', 'model', 'scale', 'other'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

export const CHANGE_SOURCES = ['event', 'grafana'] as const

/** Something that somebody did to a fleet, and told. */
export interface FleetChange {
  readonly at: UnixSeconds
  readonly kind: ChangeKind
  /** What was done, in one line, such as `vllm 0.10.2 → 0.11.0`. */
  readonly text: string
  readonly source: (typeof CHANGE_SOURCES)[number]
  /** The instances it was done to; none where that was not told, which may be all. */
  readonly instances: readonly string[]
  /** Where to read more. */
  readonly url?: string
}

/** Those who tell of changes: what they say is no reading, and a triage does without them. */
export const CHANGE_TELLERS: readonly string[] = ['changes', 'grafana']

/** The changes of a time, the oldest first. */
export interface ToldChanges {
  readonly changes: readonly FleetChange[]
  /** True when there are more, and these are the newest. */
  readonly isCut: boolean
}

/** A change as it was told, with whom it concerns: all clusters, or all models, where that was not told. */
export interface ReportedChange extends FleetChange {
  readonly cluster?: string
  readonly modelName?: string
}

/**
 * The change that came last before the trouble was seen; undefined when none did. What was done later was done against
 * the trouble, or came too late to be its cause.
 *
 * @param seen when the trouble was first seen
 */
export function suspectOf(changes: readonly FleetChange[], seen: UnixSeconds): FleetChange | undefined {
  return changes.filter(({ at }) => at <= seen).reduce<FleetChange | undefined>(later, undefined)
}

function later(one: FleetChange | undefined, other: FleetChange): FleetChange {
  return one === undefined || other.at >= one.at ? other : one
}

/** The last moments before a change, as long as the triage's window. */
export function beforeChange({ at }: FleetChange, window: Window): Baseline {
  return { name: 'before_change', ...windowEnding(at, lengthOf(window)) }
}
