import type { Engine } from './engine.ts'
import { blocksFor, findPrefix, freeBlocks, growTo, releaseBlocks, takePrefix } from './kv-pool.ts'
import type { PrefixHit } from './kv-pool.ts'
import { isDecoding, totalTokens } from './request.ts'
import type { EngineRequest } from './request.ts'
import type { StepLoad } from './spec.ts'

/** The batch of the next step; each request's share stands in its `scheduled`. */
export interface Plan extends StepLoad {
  /** All decode, nobody admitted, nobody evicted: the next steps will look the same. */
  readonly isSteady: boolean
}

/**
 * Decides one step as vLLM's V1 scheduler does: running requests first, in order, chunks within the token
 * budget; a request that gets no block evicts the youngest; new ones are admitted only if nobody was evicted.
 */
export function planStep(engine: Engine, at: number): Plan {
  const evicted = scheduleRunning(engine)
  const admitted = evicted > 0 ? 0 : admitWaiting(engine, at)
  return summarise(engine.running, evicted === 0 && admitted === 0)
}

function scheduleRunning(engine: Engine): number {
  let budget = engine.spec.maxNumBatchedTokens
  let evicted = 0
  for (const request of engine.running) request.scheduled = 0
  for (let i = 0; i < engine.running.length; i++) {
    const request = engine.running[i]
    if (request === undefined || budget === 0) break
    const tokens = Math.min(totalTokens(request) - request.computed, budget)
    while (request.status === 'running' && !growTo(engine.pool, request, request.computed + tokens)) {
      evictYoungest(engine)
      evicted += 1
    }
    if (request.status !== 'running') break
    request.scheduled = tokens
    budget -= tokens
  }
  return evicted
}

/** Preemption by recomputation: the victim loses its blocks and goes to the head of the line. */
function evictYoungest(engine: Engine): void {
  const victim = engine.running.pop()
  if (victim === undefined) return
  releaseBlocks(engine.pool, victim)
  victim.status = 'waiting'
  victim.computed = 0
  victim.scheduled = 0
  victim.preemptions += 1
  engine.waiting.unshift(victim)
  engine.stats.preemptions += 1
}

function admitWaiting(engine: Engine, at: number): number {
  let budget = engine.spec.maxNumBatchedTokens
  for (const request of engine.running) budget -= request.scheduled
  let admitted = 0
  while (engine.running.length < engine.spec.maxNumSeqs && budget > 0) {
    const request = engine.waiting[0]
    if (request === undefined) break
    const hit = findPrefix(engine.pool, request)
    if (!fits(engine, request, hit)) break
    engine.waiting.shift()
    admit(engine, request, hit)
    if (Number.isNaN(request.scheduledAt)) request.scheduledAt = at
    const tokens = Math.min(totalTokens(request) - request.computed, budget)
    growTo(engine.pool, request, request.computed + tokens)
    request.scheduled = tokens
    budget -= tokens
    admitted += 1
  }
  return admitted
}

/** The whole prompt must fit, and the headroom stay free, unless nothing else runs. */
function fits(engine: Engine, request: EngineRequest, hit: PrefixHit): boolean {
  const { pool, spec } = engine
  const needed = blocksFor(pool, totalTokens(request)) - hit.blocks + hit.revives
  const headroom = engine.running.length === 0 ? 0 : Math.ceil(spec.admissionHeadroom * pool.total)
  return needed + headroom <= freeBlocks(pool)
}

function admit(engine: Engine, request: EngineRequest, hit: PrefixHit): void {
  const { pool, stats } = engine
  takePrefix(pool, request, hit)
  const cached = hit.blocks * pool.blockSize
  const total = totalTokens(request)
  request.computed = cached
  request.status = 'running'
  engine.running.push(request)
  if (!pool.caching) return
  const isFirst = request.preemptions === 0
  if (isFirst) {
    request.cachedTokens = cached
    stats.prefix.queries += total
    stats.prefix.hits += cached
  }
  stats.prefixWithReadmissions.queries += total
  stats.prefixWithReadmissions.hits += cached
  stats.prefixWithReadmissions.queriedBlocks += Math.floor(total / pool.blockSize)
  stats.prefixWithReadmissions.hitBlocks += hit.blocks
}

function summarise(running: readonly EngineRequest[], isUndisturbed: boolean): Plan {
  let prefillTokens = 0
  let decoders = 0
  let contextTokens = 0
  let isSteady = isUndisturbed
  for (const request of running) {
    if (isDecoding(request) && request.scheduled === 1) {
      decoders += 1
      contextTokens += request.computed + 1
    } else {
      prefillTokens += request.scheduled
      isSteady = false
    }
  }
  return { prefillTokens, decoders, contextTokens, isSteady }
}
