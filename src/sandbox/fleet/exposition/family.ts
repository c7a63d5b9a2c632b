import type { Labels } from '../../../domain/series.ts'

/** What a metric family is; a bare counter is one whose exporter leaves out the `_total`. */
export type FamilyType = 'counter' | 'bare_counter' | 'gauge' | 'histogram' | 'summary'

/** One series of a target; `read` gives its present value. */
export interface Row {
  /** The whole sample name, such as `vllm:e2e_request_latency_seconds_bucket`. */
  readonly name: string
  readonly labels: Labels
  readonly read: () => number
}

/** A family: the name without `_total` for counters. Rows named `…_created` come last. */
export interface Family {
  readonly name: string
  readonly help: string
  readonly type: FamilyType
  readonly rows: readonly Row[]
}
