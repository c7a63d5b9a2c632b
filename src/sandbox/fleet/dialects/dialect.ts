import type { EngineBuckets } from '../engine/buckets.ts'
import type { LatencyRules } from '../engine/finish.ts'
import type { Family } from '../exposition/family.ts'
import type { InstanceSpec } from '../instance-spec.ts'
import type { ServerProcess } from '../instance.ts'

/** Which engine generation and release a fleet speaks. */
export type DialectName = 'v0-0.4' | 'v0-0.6' | 'v1-0.7' | 'v1-0.8' | 'v1-0.10' | 'v1-0.19' | 'v1-0.25'

/** What a dialect may look at when it writes an instance's page. */
export interface DialectSubject {
  readonly spec: InstanceSpec
  readonly process: ServerProcess
  readonly modelName: string
  /** Unix seconds that the fleet's clock counts from, and that clock. */
  readonly start: number
  readonly clock: () => number
}

/** How one vLLM release shows its counters. */
export interface Dialect {
  readonly name: DialectName
  readonly buckets: EngineBuckets
  readonly rules: LatencyRules
  readonly families: (subject: DialectSubject) => readonly Family[]
  /** Changes when a page gains a label set, so that a kept layout is out of date. */
  readonly shapeOf: (process: ServerProcess) => number
}
