import type { EngineStats } from '../engine/stats.ts'
import type { Histogram } from '../engine/histogram.ts'
import type { Declaration } from '../exposition/build-family.ts'

/** A histogram family and the statistic behind it. */
export interface HistogramDeclaration extends Declaration {
  readonly of: (stats: EngineStats) => Histogram
}

/** The engine's histogram families by a short name; the help texts are those on vLLM's page. */
export const HISTOGRAMS = {
  promptLength: {
    name: 'vllm:request_prompt_tokens',
    help: 'Number of prefill tokens processed.',
    of: (stats) => stats.promptLength,
  },
  generationLength: {
    name: 'vllm:request_generation_tokens',
    help: 'Number of generation tokens processed.',
    of: (stats) => stats.generationLength,
  },
  iterationTokens: {
    name: 'vllm:iteration_tokens_total',
    help: 'Histogram of number of tokens per engine_step.',
    of: (stats) => stats.iterationTokens,
  },
  maxGenerationLength: {
    name: 'vllm:request_max_num_generation_tokens',
    help: 'Histogram of maximum number of requested generation tokens.',
    of: (stats) => stats.maxGenerationLength,
  },
  choices: {
    name: 'vllm:request_params_n',
    help: 'Histogram of the n request parameter.',
    of: (stats) => stats.choices,
  },
  bestOf: {
    name: 'vllm:request_params_best_of',
    help: 'Histogram of the best_of request parameter.',
    of: (stats) => stats.choices,
  },
  maxTokens: {
    name: 'vllm:request_params_max_tokens',
    help: 'Histogram of the max_tokens request parameter.',
    of: (stats) => stats.maxTokens,
  },
  timeToFirstToken: {
    name: 'vllm:time_to_first_token_seconds',
    help: 'Histogram of time to first token in seconds.',
    of: (stats) => stats.timeToFirstToken,
  },
  timePerOutputToken: {
    name: 'vllm:time_per_output_token_seconds',
    help: 'Histogram of time per output token in seconds.',
    of: (stats) => stats.interTokenLatency,
  },
  interTokenLatency: {
    name: 'vllm:inter_token_latency_seconds',
    help: 'Histogram of inter-token latency in seconds.',
    of: (stats) => stats.interTokenLatency,
  },
  tokenTimePerRequest: {
    name: 'vllm:request_time_per_output_token_seconds',
    help: 'Histogram of time_per_output_token_seconds per request.',
    of: (stats) => stats.tokenTimePerRequest,
  },
  e2e: {
    name: 'vllm:e2e_request_latency_seconds',
    help: 'Histogram of e2e request latency in seconds.',
    of: (stats) => stats.e2e,
  },
  e2eOfV0: {
    name: 'vllm:e2e_request_latency_seconds',
    help: 'Histogram of end to end request latency in seconds.',
    of: (stats) => stats.e2e,
  },
  queue: {
    name: 'vllm:request_queue_time_seconds',
    help: 'Histogram of time spent in WAITING phase for request.',
    of: (stats) => stats.queue,
  },
  inference: {
    name: 'vllm:request_inference_time_seconds',
    help: 'Histogram of time spent in RUNNING phase for request.',
    of: (stats) => stats.inference,
  },
  prefill: {
    name: 'vllm:request_prefill_time_seconds',
    help: 'Histogram of time spent in PREFILL phase for request.',
    of: (stats) => stats.prefill,
  },
  decode: {
    name: 'vllm:request_decode_time_seconds',
    help: 'Histogram of time spent in DECODE phase for request.',
    of: (stats) => stats.decode,
  },
  computedPrompt: {
    name: 'vllm:request_prefill_kv_computed_tokens',
    help: 'Histogram of new KV tokens computed during prefill (excluding cached tokens).',
    of: (stats) => stats.computedPrompt,
  },
  timeInQueue: {
    name: 'vllm:time_in_queue_requests',
    help: 'Histogram of time the request spent in the queue in seconds.',
    of: (stats) => stats.queue,
  },
} as const satisfies Record<string, HistogramDeclaration>
