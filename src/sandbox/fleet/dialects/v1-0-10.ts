import type { Family } from '../exposition/family.ts'
import type { Dialect, DialectSubject } from './dialect.ts'
import { HISTOGRAMS } from './engine-histograms.ts'
import * as common from './v1-common.ts'
import type { V1Families } from './v1-families.ts'

/** V1 as 0.10.0 shows it: KV usage and prefix cache under both the old and the new names, in tokens. */
export const V1_0_10: Dialect = common.v1Dialect('v1-0.10', engineFamilies)

function engineFamilies(make: V1Families, subject: DialectSubject): readonly Family[] {
  const { prefixWithReadmissions, gauges } = subject.process.engine.stats
  const queries = (): number => prefixWithReadmissions.queries
  const hits = (): number => prefixWithReadmissions.hits
  return [
    ...common.runningAndWaiting(make, subject),
    make.gauge(
      {
        name: 'vllm:gpu_cache_usage_perc',
        help: 'GPU KV-cache usage. 1 means 100 percent usage.DEPRECATED: Use vllm:kv_cache_usage_perc instead.',
      },
      () => gauges.kvUsage,
    ),
    make.counter(
      {
        name: 'vllm:gpu_prefix_cache_queries',
        help: 'GPU prefix cache queries, in terms of number of queriedtokens. DEPRECATED: Use vllm:prefix_cache_queries instead.',
      },
      queries,
    ),
    make.counter(
      {
        name: 'vllm:gpu_prefix_cache_hits',
        help: 'GPU prefix cache hits, in terms of number of cached tokens. DEPRECATED: Use vllm:prefix_cache_hits instead.',
      },
      hits,
    ),
    common.kvCacheUsage(make, subject),
    make.counter(
      { name: 'vllm:prefix_cache_queries', help: 'Prefix cache queries, in terms of number of queried tokens.' },
      queries,
    ),
    make.counter(
      { name: 'vllm:prefix_cache_hits', help: 'Prefix cache hits, in terms of number of cached tokens.' },
      hits,
    ),
    common.preemptions(make, subject),
    common.promptTokens(make, subject),
    common.generationTokens(make, subject),
    common.requestSuccess(make, subject, ['abort']),
    ...common.lengthHistograms(make),
    make.histogram(HISTOGRAMS.timeToFirstToken),
    make.histogram(HISTOGRAMS.timePerOutputToken),
    ...common.requestTimeHistograms(make),
    common.cacheConfigInfo(make, subject, {
      calculate_kv_scales: 'False',
      cpu_offload_gb: '0.0',
      num_cpu_blocks: 'None',
      prefix_caching_hash_algo: 'builtin',
      swap_space: '4.0',
    }),
  ]
}
