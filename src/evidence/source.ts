import type { SourceReport } from '../domain/evidence.ts'
import type { History } from '../domain/history.ts'
import type { Reading } from '../domain/reading.ts'
import type { Scope } from '../domain/scope.ts'
import type { UnixSeconds } from '../domain/time.ts'
import type { Baseline, Window } from '../domain/window.ts'
import type { Outcome } from './sources/reader/backend.ts'
import type { Signal } from '../signals/signal.ts'

export interface GatherRequest {
  readonly scope: Scope
  readonly window: Window
  readonly baselines: readonly Baseline[]
  readonly signals: readonly Signal[]
  /** Aborted at the deadline: what has not answered by then is absent as `timeout`. */
  readonly deadline: AbortSignal
}

export interface SourceAnswer {
  /** One reading for each signal asked for, in any order. */
  readonly readings: readonly Reading[]
  readonly report: SourceReport
}

export interface HistoryRequest {
  readonly scope: Scope
  /** At even steps, the oldest first. */
  readonly times: readonly UnixSeconds[]
  readonly deadline: AbortSignal
}

/** Something evidence can be read from. Never rejects: what fails is an absent reading with its reason. */
export interface EvidenceSource {
  readonly name: string
  gather(request: GatherRequest): Promise<SourceAnswer>
  /** How it came about, for a chart; left out where a source knows of no other time. */
  readonly history?: (request: HistoryRequest) => Promise<Outcome<History>>
}
