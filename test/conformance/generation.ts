import { exposedNames } from '../../src/signals/family.ts'
import { vllmNames } from '../../src/signals/vllm-names.ts'

export type Generation = 'V0' | 'V1'

// Families that only one of vLLM's engines ever had: vllm/engine/metrics.py and vllm/v1/metrics/loggers.py.
const ONLY_V0 = [
  'num_requests_swapped',
  'cpu_cache_usage_perc',
  'gpu_prefix_cache_hit_rate',
  'cpu_prefix_cache_hit_rate',
  'avg_prompt_throughput_toks_per_s',
  'spec_decode_draft_acceptance_rate',
]
const ONLY_V1 = [
  'kv_cache_usage_perc',
  'gpu_prefix_cache_queries_total',
  'prefix_cache_queries_total',
  'num_requests_waiting_by_reason',
  'prompt_tokens_by_source_total',
]

/** Which engine wrote a page with these names; undefined when no telltale family is among them, or some of both. */
export function generationOf(names: ReadonlySet<string>): Generation | undefined {
  const has = (families: readonly string[]): boolean =>
    exposedNames({ id: 'telltale', type: 'gauge', names: vllmNames(...families) }, names).length > 0
  const isV0 = has(ONLY_V0)
  if (isV0 === has(ONLY_V1)) return undefined
  return isV0 ? 'V0' : 'V1'
}
