import type { ActionPlan } from './action.ts'
import type { Cause } from './cause.ts'
import type { FleetChange } from './fleet-change.ts'
import type { ShownUnit } from './quantity.ts'
import type { AbsentReason, Measure, RowKey } from './reading.ts'

export type Answer = 'yes' | 'no' | 'unknown'

/** `firm`: all required readings are there and two independent families of them agree. */
export type Certainty = 'firm' | 'tentative' | 'none'

/** One number a verdict rests on, with the query that gives it. */
export interface UsedReading<Words = string> {
  readonly signal: string
  /** What the signal is called. */
  readonly title: Words
  readonly row?: RowKey
  readonly now: Measure
  readonly baseline?: Measure
  readonly unit: ShownUnit
  /** The test it was put to, e.g. `> 0.9`. */
  readonly threshold: Words
  readonly query: string
}

/** One question answered. */
export interface Verdict<Words = string> {
  readonly id: string
  readonly ask: Words
  readonly answer: Answer
  /** It asks of a feature that the fleet does without: its unknown leaves nothing open. */
  readonly isWithout?: true
  /** How sure the finding is that it led to; left out where it led to none. */
  readonly certainty?: Certainty
  readonly readings: readonly UsedReading<Words>[]
}

/** A cause found, with the sentences that carry its numbers. */
export interface Finding<Words = string> {
  readonly cause: Cause
  readonly certainty: Certainty
  /** Why it is only tentative: what speaks against it or was not read, in one line. */
  readonly doubt?: Words
  /** Its page in the runbook: the id of the question that found it. */
  readonly page: string
  /** One sentence for a person at 3 a.m. */
  readonly title: Words
  readonly because: readonly Words[]
  readonly instances: readonly string[]
  readonly clients: readonly string[]
}

/** A cause that could not be excluded, what was missing, and how to settle it. */
export interface NotRuledOut<Words = string> {
  readonly cause: Cause
  readonly missing: readonly Words[]
  readonly settleWith: Words
}

export const STAGES = ['queue', 'prefill', 'decode', 'api_server', 'outside'] as const
export type Stage = (typeof STAGES)[number]

/** Mean seconds a request spent in a stage. Means add up; percentiles would not. */
export interface StageTime {
  readonly now: Measure
  readonly baseline: Measure
  /** This stage's part of the growth of end-to-end latency (0..1); absent when nothing grew or it can't be told. */
  readonly growthShare: Measure
}

export type LatencyBudget = Readonly<Record<Stage | 'e2e', StageTime>>

export interface InstanceLine {
  readonly key: RowKey
  readonly up: Measure
  /** Requests per second that came, finished, and the part of the fleet's arrivals (0..1). */
  readonly arrivals: Measure
  readonly completions: Measure
  readonly share: Measure
  readonly waiting: Measure
  readonly running: Measure
  /** Fraction 0..1. */
  readonly kv: Measure
}

export interface Skew {
  readonly by: 'arrivals'
  /** Greatest over mean arrivals of the instances. */
  readonly maxOverMean: Measure
  readonly hot?: string
}

export interface Missing<Words = string> {
  readonly signal: string
  readonly title: Words
  readonly reason: AbsentReason
  readonly enableWith: Words
  readonly detail?: string
}

/** A change that is known, with mean end-to-end latency in seconds just before it and now where it may be the cause. */
export interface ChangeLine {
  readonly change: FleetChange
  readonly latency?: { readonly before: Measure; readonly now: Measure }
}

/** In words of one language, or not yet in any (`Diagnosis<Text>`). */
export interface Diagnosis<Words = string> {
  readonly headline: Finding<Words>
  readonly contributing: readonly Finding<Words>[]
  readonly notRuledOut: readonly NotRuledOut<Words>[]
  readonly path: readonly Verdict<Words>[]
  readonly budget: LatencyBudget
  readonly skew: Skew
  readonly instances: readonly InstanceLine[]
  /** From an hour before the trouble on, the newest first. */
  readonly changes: readonly ChangeLine[]
  readonly actions: ActionPlan<Words>
  readonly missing: readonly Missing<Words>[]
  /** Readings that cannot all be true, one line each. */
  readonly contradictions: readonly Words[]
}
