import { snapshotGauges } from './engine.ts'
import type { Engine } from './engine.ts'
import { bucketOf, observe } from './histogram.ts'
import { invariant } from './invariant.ts'
import { freeBlocks, growTo, releaseBlocks, sharePrefix } from './kv-pool.ts'
import { totalTokens } from './request.ts'
import type { EngineRequest } from './request.ts'
import { planStep } from './scheduler.ts'
import type { Plan } from './scheduler.ts'
import { stepSeconds } from './spec.ts'
import { endOf, runSeconds, stepsEndedBy } from './step.ts'
import type { DecodeRun, MixedStep } from './step.ts'

/** When the engine next has something to say; never, when idle or hung. */
export function nextEngineEvent(engine: Engine): number {
  return engine.step === undefined || engine.hung ? Infinity : endOf(engine.step)
}

/** Puts a request in the line; an idle engine starts a step at once. */
export function enqueue(engine: Engine, request: EngineRequest, at: number): void {
  const wasEmpty = engine.waiting.length === 0
  request.status = 'waiting'
  request.queuedAt = at
  engine.waiting.push(request)
  if (engine.hung) return
  if (engine.step === undefined) beginStep(engine, at)
  else if (wasEmpty) interrupt(engine, at)
}

/** Drops a request whose client has gone; its blocks come back when the step in flight ends. */
export function abort(engine: Engine, request: EngineRequest, at: number): void {
  const wasWaiting = request.status === 'waiting'
  request.status = 'aborted'
  const index = wasWaiting ? engine.waiting.indexOf(request) : -1
  if (index >= 0) engine.waiting.splice(index, 1)
  if (!engine.hung) interrupt(engine, at)
}

/** Ends a run of decode steps with the step in flight, because the batch or the clock is about to change. */
export function interrupt(engine: Engine, at: number): void {
  settle(engine, at)
  if (engine.step?.kind === 'run') engine.step.steps = 1
}

/** Books the steps that have ended by `at`, so that counters and gauges can be read. */
export function settle(engine: Engine, at: number): void {
  if (engine.step?.kind !== 'run' || engine.hung) return
  const steps = stepsEndedBy(engine.step, at)
  if (steps > 0) bookRun(engine, engine.step, steps)
}

/** Ends the step in flight (its time has come) and begins the next. */
export function completeStep(engine: Engine): void {
  const { step } = engine
  if (step === undefined) return
  const endAt = endOf(step)
  const beganAt = step.kind === 'run' ? bookRun(engine, step, step.steps) : bookMixedStep(engine, step)
  removeEnded(engine, endAt)
  snapshotGauges(engine, beganAt)
  engine.step = undefined
  beginStep(engine, endAt)
}

function beginStep(engine: Engine, at: number): void {
  if (engine.running.length === 0 && engine.waiting.length === 0) return
  const plan = planStep(engine, at)
  invariant(engine.running.length > 0, `no request fits ${engine.pool.total} KV blocks: the waiting line is stuck`)
  const first = stepSeconds(engine.cost, plan, engine.clock)
  if (!plan.isSteady) {
    engine.step = { kind: 'mixed', startAt: at, endAt: at + first }
    return
  }
  const growth = (engine.cost.perContextToken * plan.decoders) / engine.clock
  engine.step = { kind: 'run', startAt: at, first, growth, steps: steadySteps(engine, plan) }
}

/** Until the first request ends, as far as the free blocks surely carry every sequence. */
function steadySteps(engine: Engine, plan: Plan): number {
  let steps = Infinity
  for (const request of engine.running) steps = Math.min(steps, request.shape.outputTokens - request.generated)
  const blocksEach = Math.floor(freeBlocks(engine.pool) / plan.decoders)
  return Math.max(1, Math.min(steps, blocksEach * engine.pool.blockSize))
}

/** Returns when the last of the steps began. */
function bookRun(engine: Engine, run: DecodeRun, steps: number): number {
  const { stats, running } = engine
  const length = runSeconds(run, steps)
  const endAt = run.startAt + length
  for (const request of running) {
    request.generated += steps
    request.computed += steps
    request.lastTokenAt = endAt
    growTo(engine.pool, request, request.computed)
  }
  stats.generationTokens += steps * running.length
  observe(stats.iterationTokens, running.length, steps)
  observeSteps(engine, run, steps)
  engine.busySeconds += length
  const beganAt = endAt - (run.first + run.growth * (steps - 1))
  run.startAt = endAt
  run.first += run.growth * steps
  run.steps -= steps
  snapshotGauges(engine, beganAt)
  return beganAt
}

/** Every sequence sees every step; all at once where the steps share a bucket. */
function observeSteps(engine: Engine, run: DecodeRun, steps: number): void {
  const histogram = engine.stats.interTokenLatency
  const sequences = engine.running.length
  const last = run.first + run.growth * (steps - 1)
  if (bucketOf(histogram.edges, run.first) === bucketOf(histogram.edges, last)) {
    observe(histogram, runSeconds(run, steps) / steps, sequences * steps)
    return
  }
  for (let step = 0; step < steps; step++) observe(histogram, run.first + run.growth * step, sequences)
}

/** Returns when the step began. */
function bookMixedStep(engine: Engine, { startAt, endAt }: MixedStep): number {
  const { stats, running } = engine
  let tokens = 0
  let steady = 0
  for (const request of running) {
    if (request.scheduled === 0) continue
    tokens += request.scheduled
    if (request.generated === 0) stats.promptChunkTokens += request.scheduled
    request.computed += request.scheduled
    request.scheduled = 0
    if (request.computed < totalTokens(request)) continue
    if (request.generated > 0 && request.lastTokenAt === startAt) steady += 1
    else bookOddToken(engine, request, endAt)
    request.generated += 1
    request.lastTokenAt = endAt
    stats.generationTokens += 1
  }
  observe(stats.iterationTokens, tokens)
  if (steady > 0) observe(stats.interTokenLatency, endAt - startAt, steady)
  engine.busySeconds += endAt - startAt
  return startAt
}

/** A first token, or the first one after a preemption. */
function bookOddToken(engine: Engine, request: EngineRequest, at: number): void {
  const { stats } = engine
  sharePrefix(engine.pool, request)
  if (request.generated > 0) {
    observe(stats.interTokenLatency, at - request.lastTokenAt)
    return
  }
  request.firstTokenAt = at
  stats.promptTokens += request.shape.promptTokens
  stats.promptChunkTokens += request.cachedTokens
  stats.cachedPromptTokens += request.cachedTokens
  if (request.status === 'running') engine.output.firstToken(request, at)
}

function removeEnded(engine: Engine, at: number): void {
  const { running } = engine
  let kept = 0
  for (const request of running) {
    const isDone = request.generated >= request.shape.outputTokens
    if (request.status === 'running' && !isDone) {
      running[kept++] = request
      continue
    }
    releaseBlocks(engine.pool, request)
    if (request.status !== 'running') continue
    request.status = 'finished'
    engine.output.finished(request, at)
  }
  running.length = kept
}
