import type { EngineBuckets } from './buckets.ts'
import { oneTwoFiveBuckets } from './buckets.ts'
import { createHistogram } from './histogram.ts'
import type { Histogram } from './histogram.ts'

/** Everything a vLLM process counts, before any dialect gives it names. */
export interface EngineStats {
  /** As of the end of the last step: a hung engine leaves them standing. */
  readonly gauges: { running: number; waiting: number; kvUsage: number }
  preemptions: number
  /** Whole prompts, counted when their first token comes out (V1). */
  promptTokens: number
  /** The same tokens chunk by chunk (V0). */
  promptChunkTokens: number
  generationTokens: number
  cachedPromptTokens: number
  /** Prefix look-ups of first admissions, and those of every admission (engines before 0.11). */
  readonly prefix: { queries: number; hits: number }
  readonly prefixWithReadmissions: { queries: number; hits: number; queriedBlocks: number; hitBlocks: number }
  readonly finished: { stop: number; length: number }
  readonly timeToFirstToken: Histogram
  readonly interTokenLatency: Histogram
  readonly tokenTimePerRequest: Histogram
  readonly e2e: Histogram
  readonly queue: Histogram
  readonly prefill: Histogram
  readonly decode: Histogram
  readonly inference: Histogram
  readonly iterationTokens: Histogram
  readonly promptLength: Histogram
  readonly generationLength: Histogram
  readonly maxGenerationLength: Histogram
  readonly maxTokens: Histogram
  readonly choices: Histogram
  readonly computedPrompt: Histogram
}

const CHOICES = [1, 2, 5, 10, 20]

export function createEngineStats(buckets: EngineBuckets, maxModelLen: number): EngineStats {
  const lengths = oneTwoFiveBuckets(maxModelLen)
  return {
    gauges: { running: 0, waiting: 0, kvUsage: 0 },
    preemptions: 0,
    promptTokens: 0,
    promptChunkTokens: 0,
    generationTokens: 0,
    cachedPromptTokens: 0,
    prefix: { queries: 0, hits: 0 },
    prefixWithReadmissions: { queries: 0, hits: 0, queriedBlocks: 0, hitBlocks: 0 },
    finished: { stop: 0, length: 0 },
    timeToFirstToken: createHistogram(buckets.timeToFirstToken),
    interTokenLatency: createHistogram(buckets.tokenTime),
    tokenTimePerRequest: createHistogram(buckets.tokenTime),
    e2e: createHistogram(buckets.requestTime),
    queue: createHistogram(buckets.requestTime),
    prefill: createHistogram(buckets.requestTime),
    decode: createHistogram(buckets.requestTime),
    inference: createHistogram(buckets.requestTime),
    iterationTokens: createHistogram(buckets.iterationTokens),
    promptLength: createHistogram(lengths),
    generationLength: createHistogram(lengths),
    maxGenerationLength: createHistogram(lengths),
    maxTokens: createHistogram(lengths),
    choices: createHistogram(CHOICES),
    computedPrompt: createHistogram(lengths),
  }
}
