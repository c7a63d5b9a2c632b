import type { Labels } from '../../../domain/series.ts'
import type { Family } from '../exposition/family.ts'
import { WIDE_BUCKETS } from './bucket-edges.ts'
import type { Dialect, DialectName, DialectSubject } from './dialect.ts'
import { HISTOGRAMS } from './engine-histograms.ts'
import { httpFamilies } from './http-families.ts'
import { pythonProcessFamilies } from './python-process.ts'
import { v1Families } from './v1-families.ts'
import type { V1Families } from './v1-families.ts'

/** A V1 release from 0.8.5 on: the process, the engine unless its log stats are off, and the API server. */
export function v1Dialect(
  name: DialectName,
  engineFamilies: (make: V1Families, subject: DialectSubject) => readonly Family[],
): Dialect {
  return {
    name,
    buckets: WIDE_BUCKETS,
    rules: { isTimedInEngine: false },
    shapeOf: ({ http }) => http.shapes,
    families: (subject) => [
      ...pythonProcessFamilies(subject),
      ...(subject.spec.isLogStatsDisabled ? [] : engineFamilies(v1Families(subject), subject)),
      ...httpFamilies(subject),
    ],
  }
}

/** What every V1 release says at the top of its page. */
export function runningAndWaiting(make: V1Families, { process }: DialectSubject): readonly Family[] {
  const { gauges } = process.engine.stats
  return [
    make.gauge(
      { name: 'vllm:num_requests_running', help: 'Number of requests in model execution batches.' },
      () => gauges.running,
    ),
    make.gauge(
      { name: 'vllm:num_requests_waiting', help: 'Number of requests waiting to be processed.' },
      () => gauges.waiting,
    ),
  ]
}

export function kvCacheUsage(make: V1Families, { process }: DialectSubject): Family {
  return make.gauge(
    { name: 'vllm:kv_cache_usage_perc', help: 'KV-cache usage. 1 means 100 percent usage.' },
    () => process.engine.stats.gauges.kvUsage,
  )
}

/** The KV cache and its prefixes as releases before 0.9 have them: under the GPU's name, prefixes counted in blocks. */
export function oldCacheFamilies(make: V1Families, { process }: DialectSubject): readonly Family[] {
  const { gauges, prefixWithReadmissions } = process.engine.stats
  return [
    make.gauge(
      { name: 'vllm:gpu_cache_usage_perc', help: 'GPU KV-cache usage. 1 means 100 percent usage.' },
      () => gauges.kvUsage,
    ),
    make.counter(
      {
        name: 'vllm:gpu_prefix_cache_queries',
        help: 'GPU prefix cache queries, in terms of number of queried blocks.',
      },
      () => prefixWithReadmissions.queriedBlocks,
    ),
    make.counter(
      { name: 'vllm:gpu_prefix_cache_hits', help: 'GPU prefix cache hits, in terms of number of cached blocks.' },
      () => prefixWithReadmissions.hitBlocks,
    ),
  ]
}

export function preemptions(make: V1Families, { process }: DialectSubject): Family {
  return make.counter(
    { name: 'vllm:num_preemptions', help: 'Cumulative number of preemption from the engine.' },
    () => process.engine.stats.preemptions,
  )
}

export function promptTokens(make: V1Families, { process }: DialectSubject): Family {
  return make.counter(
    { name: 'vllm:prompt_tokens', help: 'Number of prefill tokens processed.' },
    () => process.engine.stats.promptTokens,
  )
}

export function generationTokens(make: V1Families, { process }: DialectSubject): Family {
  return make.counter(
    { name: 'vllm:generation_tokens', help: 'Number of generation tokens processed.' },
    () => process.engine.stats.generationTokens,
  )
}

/** All reasons exist from the start; those that this model never has stay at zero. */
export function requestSuccess(make: V1Families, { process }: DialectSubject, others: readonly string[]): Family {
  const { finished } = process.engine.stats
  return make.counterBy(
    { name: 'vllm:request_success', help: 'Count of successfully processed requests.' },
    'finished_reason',
    [
      ['stop', () => finished.stop],
      ['length', () => finished.length],
      ...others.map((reason): readonly [string, () => number] => [reason, () => 0]),
    ],
  )
}

export function lengthHistograms(make: V1Families): readonly Family[] {
  return [
    HISTOGRAMS.promptLength,
    HISTOGRAMS.generationLength,
    HISTOGRAMS.iterationTokens,
    HISTOGRAMS.maxGenerationLength,
    HISTOGRAMS.choices,
    HISTOGRAMS.maxTokens,
  ].map(make.histogram)
}

export function requestTimeHistograms(make: V1Families): readonly Family[] {
  return [HISTOGRAMS.e2e, HISTOGRAMS.queue, HISTOGRAMS.inference, HISTOGRAMS.prefill, HISTOGRAMS.decode].map(
    make.histogram,
  )
}

export function cacheConfigInfo(make: V1Families, { spec }: DialectSubject, extra: Labels): Family {
  const { engine } = spec
  return make.info(
    { name: 'vllm:cache_config_info', help: 'Information of the LLMEngine CacheConfig' },
    {
      block_size: String(engine.blockSize),
      cache_dtype: 'auto',
      enable_prefix_caching: engine.enablePrefixCaching ? 'True' : 'False',
      gpu_memory_utilization: '0.9',
      num_gpu_blocks: String(engine.numGpuBlocks),
      sliding_window: 'None',
      ...extra,
    },
  )
}
