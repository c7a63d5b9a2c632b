import { observe } from './histogram.ts'
import type { EngineRequest } from './request.ts'
import type { EngineStats } from './stats.ts'

/** Where an engine generation puts the ends of its intervals. */
export interface LatencyRules {
  /** V0 times in the engine: its queue begins at the arrival, and nothing is left over for the API server. */
  readonly isTimedInEngine: boolean
}

/** Fills the histograms that vLLM fills when a request has finished; `at` is when its last output left the API server. */
export function bookFinished(
  stats: EngineStats,
  request: EngineRequest,
  { at, rules }: { readonly at: number; readonly rules: LatencyRules },
): void {
  const { shape } = request
  const queuedAt = rules.isTimedInEngine ? request.arrivedAt : request.queuedAt
  const doneAt = rules.isTimedInEngine ? request.lastTokenAt : at
  const decode = request.lastTokenAt - request.firstTokenAt
  stats.finished[shape.finish] += 1
  observe(stats.queue, request.scheduledAt - queuedAt)
  observe(stats.prefill, request.firstTokenAt - request.scheduledAt)
  observe(stats.decode, decode)
  observe(stats.inference, request.lastTokenAt - request.scheduledAt)
  observe(stats.e2e, doneAt - request.arrivedAt)
  observe(stats.tokenTimePerRequest, request.generated > 1 ? decode / (request.generated - 1) : 0)
  observe(stats.promptLength, shape.promptTokens)
  observe(stats.generationLength, request.generated)
  observe(stats.maxGenerationLength, request.generated)
  observe(stats.maxTokens, shape.maxTokens)
  observe(stats.choices, 1)
  observe(stats.computedPrompt, shape.promptTokens - request.cachedTokens)
}
