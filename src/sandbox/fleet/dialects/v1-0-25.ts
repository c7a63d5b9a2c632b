import type { Family } from '../exposition/family.ts'
import type { Dialect, DialectSubject } from './dialect.ts'
import * as common from './v1-common.ts'
import type { V1Families } from './v1-families.ts'
import * as late from './v1-late.ts'

/** V1 as 0.25 shows it: waiting by reason as well as in all, capacity of the KV cache in tokens, and FLOPs that stay zero. */
export const V1_0_25: Dialect = common.v1Dialect('v1-0.25', engineFamilies)

function engineFamilies(make: V1Families, subject: DialectSubject): readonly Family[] {
  const { engine } = subject.spec
  return [
    ...perGpuEstimates(make),
    ...common.runningAndWaiting(make, subject),
    waitingByReason(make, subject),
    late.sleepState(make),
    common.kvCacheUsage(make, subject),
    ...late.prefixCaches(make, subject),
    common.preemptions(make, subject),
    ...late.promptTokenFamilies(make, subject),
    common.generationTokens(make, subject),
    common.requestSuccess(make, subject, ['abort', 'error', 'repetition']),
    ...common.lengthHistograms(make),
    ...late.latencyHistograms(make),
    common.cacheConfigInfo(make, subject, {
      kv_cache_memory_bytes: 'None',
      kv_cache_size_tokens: String(engine.blockSize * engine.numGpuBlocks),
      prefix_caching_hash_algo: 'sha256',
    }),
  ]
}

/** Zero unless vLLM runs with --enable-mfu-metrics. */
function perGpuEstimates(make: V1Families): readonly Family[] {
  const none = (name: string, help: string): Family => make.counter({ name, help }, () => 0)
  return [
    none(
      'vllm:estimated_flops_per_gpu',
      'Estimated number of floating point operations per GPU (for Model Flops Utilization calculations).',
    ),
    none(
      'vllm:estimated_read_bytes_per_gpu',
      'Estimated number of bytes read from memory per GPU (for Model Flops Utilization calculations).',
    ),
    none(
      'vllm:estimated_write_bytes_per_gpu',
      'Estimated number of bytes written to memory per GPU (for Model Flops Utilization calculations).',
    ),
  ]
}

/** Both reasons together are `vllm:num_requests_waiting`: a sum over all that begins with that name counts twice. */
function waitingByReason(make: V1Families, { process }: DialectSubject): Family {
  return make.gaugeBy(
    {
      name: 'vllm:num_requests_waiting_by_reason',
      help: "Number of waiting requests by reason. Reason labels: 'capacity' = waiting for scheduling capacity; 'deferred' = deferred by transient constraints (LoRA budget, KV transfer, blocked status). Sum of all reasons equals vllm:num_requests_waiting.",
    },
    'reason',
    [
      ['capacity', () => process.engine.stats.gauges.waiting],
      ['deferred', () => 0],
    ],
  )
}
