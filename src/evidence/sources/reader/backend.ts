import type { Matcher } from '../../../domain/matcher.ts'
import type { Track } from '../../../domain/history.ts'
import type { AbsentReason } from '../../../domain/reading.ts'
import type { Labels } from '../../../domain/series.ts'
import type { UnixSeconds } from '../../../domain/time.ts'
import type { Window } from '../../../domain/window.ts'
import type { Term } from '../../../signals/term.ts'
import type { TermContext } from '../../../signals/to-promql.ts'

/** What was asked for, or why it could not be had. */
export type Outcome<Value> = { readonly status: 'ok'; readonly value: Value } | Failure

export interface Failure {
  readonly status: 'failed'
  readonly reason: AbsentReason
  /** One line for a person, without secrets. */
  readonly detail?: string
}

/** One expression of a signal: the same term for another time or by other labels. */
export interface Part {
  /** Whose part it is. */
  readonly signal: string
  readonly name: string
  readonly term: Term
  readonly context: TermContext
}

export interface PartValue {
  readonly signal: string
  readonly part: string
  readonly labels: Labels
  readonly value: number
}

export interface PartValues {
  readonly values: readonly PartValue[]
  /** The backend said that its answer may be incomplete. */
  readonly isPartial: boolean
}

/** Some of these metric names, under these matchers. */
export interface NameQuestion {
  readonly names: readonly string[]
  readonly matchers: readonly Matcher[]
}

/** What holds series and can be asked. It is opened for one gather, at one evaluation time; it never rejects. */
export interface Backend {
  readonly name: string
  /** Which of the names asked for have series in the window. */
  readonly findNames: (questions: readonly NameQuestion[], window: Window) => Promise<Outcome<ReadonlySet<string>>>
  /** The values that a label has among these series in the window. */
  readonly findLabelValues: (
    label: string,
    question: NameQuestion,
    window: Window,
  ) => Promise<Outcome<ReadonlySet<string>>>
  /** All parts in one go. */
  readonly read: (parts: readonly Part[]) => Promise<Outcome<PartValues>>
  readonly queries: () => number
  readonly notes: () => readonly string[]
}

/** One group of a part, with what it was at each of the times asked for. */
export interface RangeRow {
  readonly signal: string
  readonly labels: Labels
  readonly track: Track
}

/** A backend that can tell of many times at once. */
export interface RangeBackend extends Backend {
  /** All parts in one go, at even steps. */
  readonly readRange: (parts: readonly Part[], times: readonly UnixSeconds[]) => Promise<Outcome<readonly RangeRow[]>>
}
