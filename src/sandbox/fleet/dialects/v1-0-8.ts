import type { Family } from '../exposition/family.ts'
import type { Dialect, DialectSubject } from './dialect.ts'
import { HISTOGRAMS } from './engine-histograms.ts'
import * as common from './v1-common.ts'
import type { V1Families } from './v1-families.ts'

/** V1 as 0.8.5 shows it: the KV gauge under its old name, and a prefix cache that counts in blocks. */
export const V1_0_8: Dialect = common.v1Dialect('v1-0.8', engineFamilies)

function engineFamilies(make: V1Families, subject: DialectSubject): readonly Family[] {
  const { stats } = subject.process.engine
  return [
    ...common.runningAndWaiting(make, subject),
    make.gauge(
      { name: 'vllm:gpu_cache_usage_perc', help: 'GPU KV-cache usage. 1 means 100 percent usage.' },
      () => stats.gauges.kvUsage,
    ),
    make.counter(
      {
        name: 'vllm:gpu_prefix_cache_queries',
        help: 'GPU prefix cache queries, in terms of number of queried blocks.',
      },
      () => stats.prefixWithReadmissions.queriedBlocks,
    ),
    make.counter(
      { name: 'vllm:gpu_prefix_cache_hits', help: 'GPU prefix cache hits, in terms of number of cached blocks.' },
      () => stats.prefixWithReadmissions.hitBlocks,
    ),
    common.preemptions(make, subject),
    common.promptTokens(make, subject),
    common.generationTokens(make, subject),
    common.requestSuccess(make, subject, ['abort']),
    ...common.lengthHistograms(make),
    make.histogram(HISTOGRAMS.timeToFirstToken),
    make.histogram(HISTOGRAMS.timePerOutputToken),
    ...common.requestTimeHistograms(make),
    common.cacheConfigInfo(make, subject, { cpu_offload_gb: '0', num_cpu_blocks: 'None', swap_space: '4' }),
  ]
}
