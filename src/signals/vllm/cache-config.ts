import { say } from '../../domain/text.ts'
import { cacheConfig } from '../families.ts'
import type { Signal } from '../signal.ts'
import { GAUGE } from './engine.ts'

/** As vLLM itself reckoned it at its start. */
export const kvCapacity: Signal = {
  ...GAUGE,
  id: 'kv_capacity',
  title: say`KV cache size of an engine`,
  unit: 'tokens',
  term: { kind: 'label_product', family: cacheConfig, labels: ['kv_cache_size_tokens'] },
  rows: 'now_and_before',
  baselined: false,
  enableWith: say`run vLLM 0.25 or newer, whose vllm:cache_config_info tells kv_cache_size_tokens`,
}

/**
 * Of releases that do not tell it. Right for plain attention alone: where layers of several kinds share the blocks it is
 * wrong by as many times, and only some of those models show it in their labels.
 */
export const kvCapacityEstimate: Signal = {
  ...kvCapacity,
  id: 'kv_capacity_estimate',
  title: say`KV cache size of an engine, estimated`,
  term: {
    kind: 'label_product',
    family: cacheConfig,
    labels: ['block_size', 'num_gpu_blocks'],
    where: [
      // Attention alone has a power of two; 528 or 1056 is a block that a state space model's fits in.
      { name: 'block_size', op: '=~', value: '1|2|4|8|16|32|64|128|256' },
      { name: 'mamba_block_size', op: '=~', value: '|None' },
      { name: 'sliding_window', op: '=~', value: '|None' },
    ],
  },
  enableWith: say`run vLLM 0.8.5 or newer, whose vllm:cache_config_info tells num_gpu_blocks`,
  standsFor: [kvCapacity.id],
}

/** The prefix cache finds whole blocks alone. Of a fleet of one kind that of each; of a mixed one a mean. */
export const blockSize: Signal = {
  ...GAUGE,
  id: 'block_size',
  title: say`block of the KV cache`,
  unit: 'tokens',
  term: { kind: 'label_product', family: cacheConfig, labels: ['block_size'] },
  rows: 'now',
  baselined: false,
  enableWith: say`run vLLM V1 0.8.0 or newer, whose vllm:cache_config_info tells block_size`,
  isOptional: true,
}

/** Read over PCIe at each step. Releases that moved the setting elsewhere do not show it. */
export const weightOffload: Signal = {
  ...GAUGE,
  id: 'weight_offload',
  title: say`weights in the memory of the host`,
  unit: 'GiB',
  term: { kind: 'label_product', family: cacheConfig, labels: ['cpu_offload_gb'] },
  rows: 'now',
  baselined: false,
  enableWith: say`run a vLLM whose vllm:cache_config_info tells cpu_offload_gb; not all releases keep it there`,
  isOptional: true,
}

/** 1 on an engine that has it on and 0 where it is off; of the fleet, the part of the engines. */
export const prefixCaching: Signal = {
  ...GAUGE,
  id: 'prefix_caching',
  title: say`engines with prefix caching on`,
  unit: 'ratio',
  term: { kind: 'label_product', family: cacheConfig, labels: ['enable_prefix_caching'] },
  rows: 'now',
  baselined: false,
  enableWith: say`run vLLM 0.8.5 or newer, whose vllm:cache_config_info tells enable_prefix_caching`,
}
