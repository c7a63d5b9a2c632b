import type { UnixSeconds } from '../domain/time.ts'
import type { Burst } from './bursts.ts'
import type { SlowSetting, StartPhase } from './parse-message.ts'
import type { Stats } from './parse-stats.ts'

/** Stats of a moment. */
export interface LoggedStats extends Stats {
  readonly at: UnixSeconds
}

/** What one process' log says; all that is not named here was dropped when it was read. */
export interface LogReading {
  readonly lines: number
  /** When the first and the last line were written, as far as lines tell. */
  readonly first?: UnixSeconds
  readonly last?: UnixSeconds
  /** Whose clock the times are of: the collector's is absolute, the logger's has no year and no zone. */
  readonly clock: 'collector' | 'logger' | 'both' | 'none'
  readonly stats: readonly LoggedStats[]
  readonly bursts: readonly Burst[]
  /** When it began to serve, as often as that was. */
  readonly serving: readonly UnixSeconds[]
  /** When a kernel was compiled at its first use, as often as that was. */
  readonly compiled: readonly UnixSeconds[]
  /** When a LoRA adapter was loaded while it served, as often as that was. */
  readonly adapters: readonly UnixSeconds[]
  /** When a request was aborted, as often as that was. */
  readonly aborted: readonly UnixSeconds[]
  /** What it was started with and what makes its steps slow; absent where the log does not hold its start. */
  readonly slowSettings?: readonly SlowSetting[]
  /** It began to start and has not come to serve since. */
  readonly isStarting: boolean
  /** What of its start goes on, and since when; absent where that is not told. */
  readonly phase?: { readonly name: StartPhase; readonly since: UnixSeconds }
  /** Stats are not written at all where there are several API servers. */
  readonly isWithoutStats: boolean
  /** Requests that V0 had evicted since its start. */
  readonly preempted?: number
  /** The pod or service whose log it is, by the collector's word. */
  readonly pod?: string
}
