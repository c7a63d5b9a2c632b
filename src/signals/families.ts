import type { Family } from './family.ts'

function family(type: Family['type'], id: string, ...names: readonly string[]): Family {
  return { id, type, names }
}

// Names and their generations: vLLM's vllm/v1/metrics/loggers.py and, for V0, vllm/engine/metrics.py.
export const running = family('gauge', 'running', 'vllm:num_requests_running')
export const waiting = family('gauge', 'waiting', 'vllm:num_requests_waiting')
export const kvCache = family('gauge', 'kv_cache', 'vllm:kv_cache_usage_perc', 'vllm:gpu_cache_usage_perc')
export const preemption = family('counter', 'preemption', 'vllm:num_preemptions_total')
export const finished = family('counter', 'finished', 'vllm:request_success_total')
export const generatedTokens = family('counter', 'generated_tokens', 'vllm:generation_tokens_total')
export const promptTokens = family('counter', 'prompt_tokens', 'vllm:prompt_tokens_total')
export const prefixQueries = family(
  'counter',
  'prefix_queries',
  'vllm:prefix_cache_queries_total',
  'vllm:gpu_prefix_cache_queries_total',
)
export const prefixHits = family(
  'counter',
  'prefix_hits',
  'vllm:prefix_cache_hits_total',
  'vllm:gpu_prefix_cache_hits_total',
)
/** A histogram of tokens per engine step in spite of its suffix: its count is the number of steps. */
export const stepTokens = family('histogram', 'step_tokens', 'vllm:iteration_tokens_total')
export const timeToFirstToken = family('histogram', 'time_to_first_token', 'vllm:time_to_first_token_seconds')
/** The older name, too, holds the time of single steps, not a request's mean. */
export const interTokenLatency = family(
  'histogram',
  'inter_token_latency',
  'vllm:inter_token_latency_seconds',
  'vllm:time_per_output_token_seconds',
)
export const endToEnd = family('histogram', 'end_to_end', 'vllm:e2e_request_latency_seconds')
export const queueTime = family('histogram', 'queue_time', 'vllm:request_queue_time_seconds')
export const prefillTime = family('histogram', 'prefill_time', 'vllm:request_prefill_time_seconds')
export const decodeTime = family('histogram', 'decode_time', 'vllm:request_decode_time_seconds')
export const promptLength = family('histogram', 'prompt_length', 'vllm:request_prompt_tokens')
export const outputLength = family('histogram', 'output_length', 'vllm:request_generation_tokens')

export const targetUp = family('gauge', 'target_up', 'up')
export const processStart = family('gauge', 'process_start', 'process_start_time_seconds')

// NVIDIA's dcgm-exporter, its default-counters.csv.
export const smClock = family('gauge', 'sm_clock', 'DCGM_FI_DEV_SM_CLOCK')
export const gpuTemperature = family('gauge', 'gpu_temperature', 'DCGM_FI_DEV_GPU_TEMP')
export const gpuPower = family('gauge', 'gpu_power', 'DCGM_FI_DEV_POWER_USAGE')
/** Accumulated nanoseconds for which clocks were held down by heat, or by the power limit. */
export const thermalViolation = family('counter', 'thermal_violation', 'DCGM_FI_DEV_THERMAL_VIOLATION')
export const powerViolation = family('counter', 'power_violation', 'DCGM_FI_DEV_POWER_VIOLATION')

/** ingress-nginx, whose duration runs from the first byte read to the last byte sent. */
export const gatewayDuration = family(
  'histogram',
  'gateway_duration',
  'nginx_ingress_controller_request_duration_seconds',
)
