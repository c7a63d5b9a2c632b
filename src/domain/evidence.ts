import { type ClientAttribution, NO_CLIENTS } from './client-attribution.ts'
import type { FleetChange } from './fleet-change.ts'
import type { AbsentReading, PresentReading, Reading } from './reading.ts'
import type { Scope } from './scope.ts'
import type { UnixSeconds } from './time.ts'
import type { Baseline, Window } from './window.ts'

/** What a person told whyslow about the fleet; absent where nothing was told. */
export interface Expectations {
  /** How many vLLM instances the cluster should have. */
  readonly instances?: number
  /** vLLM's `--max-num-seqs`, which `/metrics` does not show. */
  readonly maxNumSeqs?: number
}

/** How a source fared in one gather. */
export interface SourceReport {
  readonly source: string
  readonly status: 'ok' | 'partial' | 'failed'
  readonly queries: number
  /** True when the model in scope was not found, and what was read is of all models. */
  readonly isWider?: boolean
  /** True when less than the window asked for was read, because watching began within it. */
  readonly isCut?: boolean
  /** Warnings and errors in the source's words, shortened, without secrets. */
  readonly notes: readonly string[]
}

/** Every reading of one triage. A value: it can be saved, and deciding on it again gives the same diagnosis. */
export interface Evidence {
  readonly scope: Scope
  readonly takenAt: UnixSeconds
  readonly window: Window
  readonly baselines: readonly Baseline[]
  readonly expectations: Expectations
  /** Names of the alerts that are firing, none when nobody was paged. */
  readonly alerts: readonly string[]
  /** What is known to have been done to the fleet from an hour before the trouble on, the oldest first. */
  readonly changes: readonly FleetChange[]
  /** Who sends the load; left out where nobody was asked. */
  readonly clients?: ClientAttribution
  readonly readings: Readonly<Record<string, Reading>>
  readonly sources: readonly SourceReport[]
}

/** The reading of a signal; one that nobody gathered is absent as `not_configured`. */
export function readingOf(evidence: Evidence, signal: string): PresentReading | AbsentReading {
  return evidence.readings[signal] ?? { status: 'absent', signal, reason: 'not_configured' }
}

/** Who sends the load; absent where nobody was asked. */
export function clientsOf({ clients }: Pick<Evidence, 'clients'>): ClientAttribution {
  return clients ?? NO_CLIENTS
}
