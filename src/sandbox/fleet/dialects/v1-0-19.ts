import type { Family } from '../exposition/family.ts'
import type { Dialect, DialectSubject } from './dialect.ts'
import * as common from './v1-common.ts'
import type { V1Families } from './v1-families.ts'
import * as late from './v1-late.ts'

/** V1 as 0.19 shows it: prompt tokens by source, inter-token latency, sleep state, five finish reasons. */
export const V1_0_19: Dialect = common.v1Dialect('v1-0.19', engineFamilies)

function engineFamilies(make: V1Families, subject: DialectSubject): readonly Family[] {
  return [
    ...common.runningAndWaiting(make, subject),
    late.sleepState(make),
    common.kvCacheUsage(make, subject),
    ...late.prefixCaches(make, subject),
    common.preemptions(make, subject),
    ...late.promptTokenFamilies(make, subject),
    make.counter(
      { name: 'vllm:prompt_tokens_recomputed', help: 'Number of cached tokens recomputed for forward pass.' },
      () => 0,
    ),
    common.generationTokens(make, subject),
    common.requestSuccess(make, subject, ['abort', 'error', 'repetition']),
    ...common.lengthHistograms(make),
    ...late.latencyHistograms(make),
    common.cacheConfigInfo(make, subject, {
      calculate_kv_scales: 'False',
      kv_cache_memory_bytes: 'None',
      num_cpu_blocks: 'None',
      prefix_caching_hash_algo: 'sha256',
    }),
  ]
}
