import type { AlertGroup } from '../domain/alert.ts'
import { type Seconds, type UnixSeconds, unixSeconds } from '../domain/time.ts'
import { type Baseline, type Window, baselinesOf, windowEnding } from '../domain/window.ts'

export interface TriageClock {
  readonly window: Window
  readonly baselines: readonly Baseline[]
  /** The start of the alerts; undefined when there are none. */
  readonly startsAt: UnixSeconds | undefined
}

export interface ClockInput {
  /** Stated with `--at`. */
  readonly at: UnixSeconds | undefined
  /** The end of what there is to read: now, or the end of a recording. */
  readonly end: UnixSeconds
  readonly length: Seconds
  readonly alerts: AlertGroup | undefined
}

/**
 * The window of one triage: it ends at the time stated, else where there is nothing more to read, or, for alerts that
 * are resolved, at the resolution.
 */
export function clockOf({ at, end, length, alerts }: ClockInput): TriageClock {
  const startsAt = alerts === undefined ? undefined : earliest(alerts)
  const window = windowEnding(at ?? resolvedAt(alerts) ?? end, length)
  return { window, baselines: baselinesOf(window, startsAt ?? window.start), startsAt }
}

function earliest({ alerts }: AlertGroup): UnixSeconds | undefined {
  return alerts.length === 0 ? undefined : unixSeconds(Math.min(...alerts.map(({ startsAt }) => startsAt)))
}

function resolvedAt(group: AlertGroup | undefined): UnixSeconds | undefined {
  if (group?.status !== 'resolved') return undefined
  const ends = group.alerts.flatMap(({ endsAt }) => endsAt ?? [])
  return ends.length === 0 ? undefined : unixSeconds(Math.max(...ends))
}
