import { createEngineStats } from './stats.ts'
import type { EngineStats } from './stats.ts'
import type { EngineBuckets } from './buckets.ts'
import { createKvPool } from './kv-pool.ts'
import type { KvPool } from './kv-pool.ts'
import type { EngineRequest } from './request.ts'
import type { EngineSpec, StepCost } from './spec.ts'
import type { Step } from './step.ts'

/** What leaves an engine: told at the end of the step that made it. */
interface EngineOutput {
  readonly firstToken: (request: EngineRequest, at: number) => void
  readonly finished: (request: EngineRequest, at: number) => void
}

/** One engine core: a waiting line, a running batch, a block pool and at most one step in flight. */
export interface Engine {
  readonly spec: EngineSpec
  readonly cost: StepCost
  readonly pool: KvPool
  readonly stats: EngineStats
  readonly output: EngineOutput
  readonly running: EngineRequest[]
  readonly waiting: EngineRequest[]
  step: Step | undefined
  /** Present clock over the full one. */
  clock: number
  /** A wedged engine takes requests and never steps again. */
  hung: boolean
  /** Time spent in finished steps, for the GPU's utilisation. */
  busySeconds: number
}

export interface NewEngine {
  readonly spec: EngineSpec
  readonly cost: StepCost
  readonly buckets: EngineBuckets
  readonly output: EngineOutput
}

export function createEngine({ spec, cost, buckets, output }: NewEngine): Engine {
  return {
    spec,
    cost,
    output,
    pool: createKvPool(spec),
    stats: createEngineStats(buckets, spec.maxModelLen),
    running: [],
    waiting: [],
    step: undefined,
    clock: 1,
    hung: false,
    busySeconds: 0,
  }
}

/**
 * The gauges as the step that has just ended left them. Requests that came while it ran are not in the
 * scheduler's line yet (V1 takes them in between two steps), so an unsaturated engine shows nobody waiting.
 */
export function snapshotGauges(engine: Engine, stepBeganAt: number): void {
  const { gauges } = engine.stats
  gauges.running = engine.running.length
  gauges.waiting = inLineAt(engine.waiting, stepBeganAt)
  gauges.kvUsage = engine.pool.used / engine.pool.total
}

/** The line is in order of arrival, but for evicted requests at its head. */
function inLineAt(waiting: readonly EngineRequest[], at: number): number {
  let count = waiting.length
  while (count > 0 && (waiting[count - 1]?.queuedAt ?? 0) > at) count--
  return count
}
