import type { ComparedName } from './window.ts'

/** Why a value could not be read, where no server's refusal says it. */
export const ABSENT_REASONS = [
  /** The fleet exposes no metric of this family. */
  'not_exposed',
  /** Exposed, but no sample lies in the time asked for. */
  'no_samples',
  /** 0/0: nothing happened that could be measured. */
  'no_traffic',
  /** The newest sample is too old to speak of now. */
  'stale',
  /** No answer before the deadline. */
  'timeout',
  /** The source could not be connected to. */
  'unreachable',
  /** The source answered something that is not its protocol (a proxy's HTML page, say), or a number that cannot be. */
  'bad_answer',
  /** No source for it is configured. */
  'not_configured',
] as const

/** Absent is unknown: never zero, never healthy. `http_503` and the like: the source refused with this HTTP status. */
export type AbsentReason = (typeof ABSENT_REASONS)[number] | `http_${number}`

/** One number, or why there is none. */
export type Measure = PresentMeasure | AbsentMeasure

export interface PresentMeasure {
  readonly status: 'present'
  readonly value: number
  /** Set when a histogram's first or last bucket hides the true value: it is at most or at least `value`. */
  readonly bound?: 'at_most' | 'at_least'
}

export interface AbsentMeasure {
  readonly status: 'absent'
  readonly reason: AbsentReason
}

/** Whose value a row is: an engine of an instance that serves a model. Empty labels are left out. */
export interface RowKey {
  readonly instance: string
  /** Data-parallel rank, vLLM V1's `engine` label. */
  readonly engine?: string
  readonly modelName?: string
}

export interface Row {
  readonly key: RowKey
  readonly now: Measure
  /** The same row in the hour before; absent when the signal does not read it by row. */
  readonly before: Measure
  /** The value is of something that serves several instances, and may be another's. */
  readonly isShared?: true
}

export type Reading = PresentReading | AbsentReading

/** A signal that could be read: for the fleet, its baselines and by row. */
export interface PresentReading {
  readonly status: 'present'
  readonly signal: string
  /** The source that gave it, e.g. `prometheus`. */
  readonly source: string
  /** The metric names really read. */
  readonly names: readonly string[]
  /** What to paste into Prometheus to see the fleet's value now, and the rows. */
  readonly query: string
  readonly rowQuery?: string
  /** True when the source said that its answer may be incomplete. */
  readonly partial: boolean
  /** Another source says otherwise by more than scrapes at other moments explain: one of the two is wrong. */
  readonly isContradicted?: boolean
  readonly fleet: Measure
  readonly baselines: Readonly<Partial<Record<ComparedName, Measure>>>
  readonly rows: readonly Row[]
}

export interface AbsentReading {
  readonly status: 'absent'
  readonly signal: string
  readonly reason: AbsentReason
  /** One line for a person; carries no secret. */
  readonly detail?: string
  readonly query?: string
}

export function present(value: number): PresentMeasure {
  return { status: 'present', value }
}

export function absent(reason: AbsentReason): AbsentMeasure {
  return { status: 'absent', reason }
}

export function valueOf(measure: Measure | undefined): number | undefined {
  return measure?.status === 'present' ? measure.value : undefined
}

/** A row's name for people: the instance, with its engine where there are several ranks. */
export function nameOfRow(key: RowKey): string {
  return key.engine === undefined || key.engine === '0' ? key.instance : `${key.instance} engine ${key.engine}`
}

/** A text that is equal for equal keys. */
export function idOfRow(key: RowKey): string {
  return `${key.instance}\u0000${key.engine ?? ''}\u0000${key.modelName ?? ''}`
}
