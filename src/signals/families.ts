import type { Family } from './family.ts'
import { vllmCounterNames, vllmNames } from './vllm-names.ts'

function vllm(type: Family['type'], id: string, ...names: readonly string[]): Family {
  return { id, type, names: type === 'counter' ? vllmCounterNames(...names) : vllmNames(...names) }
}

function family(type: Family['type'], id: string, ...names: readonly string[]): Family {
  return { id, type, names }
}

// Names and their generations: vLLM's vllm/v1/metrics/loggers.py and, for V0, vllm/engine/metrics.py.
export const running = vllm('gauge', 'running', 'num_requests_running')
export const waiting = vllm('gauge', 'waiting', 'num_requests_waiting')
export const kvCache = vllm('gauge', 'kv_cache', 'kv_cache_usage_perc', 'gpu_cache_usage_perc')
/** An info gauge: what the engine was started with is in its labels, other ones in each release; it has no `model_name`. */
export const cacheConfig = vllm('gauge', 'cache_config', 'cache_config_info')
export const preemption = vllm('counter', 'preemption', 'num_preemptions_total')
export const finished = vllm('counter', 'finished', 'request_success_total')
export const generatedTokens = vllm('counter', 'generated_tokens', 'generation_tokens_total')
export const promptTokens = vllm('counter', 'prompt_tokens', 'prompt_tokens_total')
export const prefixQueries = vllm(
  'counter',
  'prefix_queries',
  'prefix_cache_queries_total',
  'gpu_prefix_cache_queries_total',
)
export const prefixHits = vllm('counter', 'prefix_hits', 'prefix_cache_hits_total', 'gpu_prefix_cache_hits_total')
/** V0's, over the engine's whole life; -1 where caching is disabled. */
export const prefixHitRate = vllm('gauge', 'prefix_hit_rate', 'gpu_prefix_cache_hit_rate')
/** A histogram of tokens per engine step in spite of its suffix: its count is the number of steps. */
export const stepTokens = vllm('histogram', 'step_tokens', 'iteration_tokens_total')
export const timeToFirstToken = vllm('histogram', 'time_to_first_token', 'time_to_first_token_seconds')
/** The older name, too, holds the time of single steps, not a request's mean. */
export const interTokenLatency = vllm(
  'histogram',
  'inter_token_latency',
  'inter_token_latency_seconds',
  'time_per_output_token_seconds',
)
export const endToEnd = vllm('histogram', 'end_to_end', 'e2e_request_latency_seconds')
export const queueTime = vllm('histogram', 'queue_time', 'request_queue_time_seconds')
export const prefillTime = vllm('histogram', 'prefill_time', 'request_prefill_time_seconds')
export const decodeTime = vllm('histogram', 'decode_time', 'request_decode_time_seconds')
/** Since 0.16, where each prompt token came from: computed, found in the local cache, or brought by a KV connector. */
export const promptTokensBySource = vllm('counter', 'prompt_tokens_by_source', 'prompt_tokens_by_source_total')
/** Since 0.20, why each waits: for room (`capacity`), or for an adapter, a KV transfer or a grammar (`deferred`). */
export const waitingByReason = vllm('gauge', 'waiting_by_reason', 'num_requests_waiting_by_reason')
/** V0's, where preempted requests are swapped to the host's memory; 0 where they are recomputed, the default. */
export const swapped = vllm('gauge', 'swapped', 'num_requests_swapped')
/** One series for each set of adapters ever seen; its value is the time at which that set was last seen. */
export const loraRequests = vllm('gauge', 'lora_requests', 'lora_requests_info')
export const draftTokens = vllm('counter', 'draft_tokens', 'spec_decode_num_draft_tokens_total')
export const acceptedTokens = vllm('counter', 'accepted_tokens', 'spec_decode_num_accepted_tokens_total')
export const externalQueries = vllm('counter', 'external_queries', 'external_prefix_cache_queries_total')
export const externalHits = vllm('counter', 'external_hits', 'external_prefix_cache_hits_total')
export const kvTransferTime = vllm('histogram', 'kv_transfer_time', 'nixl_xfer_time_seconds')
export const kvTransferBytes = vllm('histogram', 'kv_transfer_bytes', 'nixl_bytes_transferred')
export const failedKvTransfers = vllm('counter', 'failed_kv_transfers', 'nixl_num_failed_transfers_total')
/** On the side that holds the blocks: nobody came for them in time. */
export const expiredKv = vllm('counter', 'expired_kv', 'nixl_num_kv_expired_reqs_total')
/** Images, sounds and videos that were looked for in the cache of processed ones; none where that is off. */
export const mediaQueries = vllm('counter', 'media_queries', 'mm_cache_queries_total')
/** Grammars that were looked up for requests with a structured output; a fork of vLLM for Ascend counts them. */
export const grammarQueries = vllm('counter', 'grammar_queries', 'structured_output_cache_queries_total')
export const sleepState = vllm('gauge', 'sleep_state', 'engine_sleep_state')
/** Of each request its mean time of a token, where a step may bring several; a request of one token counts as 0. */
export const requestTokenTime = vllm('histogram', 'request_token_time', 'request_time_per_output_token_seconds')
export const promptLength = vllm('histogram', 'prompt_length', 'request_prompt_tokens')
export const outputLength = vllm('histogram', 'output_length', 'request_generation_tokens')

export const targetUp = family('gauge', 'target_up', 'up')
/** Of the process that answers `/metrics`: the API server alone, where the engine is another process. */
export const processCpu = family('counter', 'process_cpu', 'process_cpu_seconds_total')
export const scrapeTime = family('gauge', 'scrape_time', 'scrape_duration_seconds')
export const processStart = family('gauge', 'process_start', 'process_start_time_seconds')

/** ingress-nginx, whose duration runs from the first byte read to the last byte sent. */
export const gatewayDuration = family(
  'histogram',
  'gateway_duration',
  'nginx_ingress_controller_request_duration_seconds',
)
