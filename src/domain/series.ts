import type { UnixSeconds } from './time.ts'

/** A label set without the metric name, as on Prometheus' wire. */
export type Labels = Readonly<Record<string, string>>

/** One value of one series. A stale marker is kept as `stale: true`, never as a number. */
export interface Sample {
  readonly at: UnixSeconds
  readonly value: number
}

/** The samples of one metric name and label set, in order of time. */
export interface Series {
  readonly name: string
  readonly labels: Labels
  readonly samples: readonly Sample[]
  /** Times at which the target went away (Prometheus' stale markers). */
  readonly staleAt: readonly UnixSeconds[]
}
