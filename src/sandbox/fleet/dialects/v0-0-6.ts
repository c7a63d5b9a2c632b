import { gaugeFamily } from '../exposition/build-family.ts'
import type { Family } from '../exposition/family.ts'
import { EARLY_BUCKETS } from './bucket-edges.ts'
import type { Dialect, DialectSubject } from './dialect.ts'
import { HISTOGRAMS } from './engine-histograms.ts'
import * as common from './v0-common.ts'

/**
 * V0 as 0.6.6 shows it with its default frontend in another process: no engine label, no `_created`, no python_
 * or process_ series, and no series for what never happened.
 */
export const V0_0_6: Dialect = {
  name: 'v0-0.6',
  buckets: EARLY_BUCKETS,
  rules: { isTimedInEngine: true },
  shapeOf: common.v0Shape,
  families: (subject) => (subject.spec.isLogStatsDisabled ? [] : engineFamilies(subject)),
}

function engineFamilies(subject: DialectSubject): readonly Family[] {
  const { process, spec, start, clock } = subject
  const { stats } = process.engine
  const make = common.v0Families(subject)
  const lifetimeHitRate = (): number => {
    if (!spec.engine.enablePrefixCaching) return -1
    const { queriedBlocks, hitBlocks } = stats.prefixWithReadmissions
    return queriedBlocks === 0 ? 0 : hitBlocks / queriedBlocks
  }
  return [
    ...common.runningAndWaiting(make, subject),
    gaugeFamily({ name: 'vllm:lora_requests_info', help: 'Running stats on lora requests.' }, [
      { labels: { max_lora: '0', running_lora_adapters: '', waiting_lora_adapters: '' }, read: () => start + clock() },
    ]),
    ...common.swappedAndCaches(make, subject),
    make.gauge('vllm:cpu_prefix_cache_hit_rate', 'CPU prefix cache block hit rate.', () => -1),
    make.gauge('vllm:gpu_prefix_cache_hit_rate', 'GPU prefix cache block hit rate.', lifetimeHitRate),
    make.counter(
      { name: 'vllm:num_preemptions', help: 'Cumulative number of preemption from the engine.' },
      () => stats.preemptions,
    ),
    ...common.tokens(make, subject),
    ...[
      HISTOGRAMS.iterationTokens,
      HISTOGRAMS.timeToFirstToken,
      HISTOGRAMS.timePerOutputToken,
      HISTOGRAMS.e2eOfV0,
      HISTOGRAMS.queue,
      HISTOGRAMS.inference,
      HISTOGRAMS.prefill,
      HISTOGRAMS.decode,
      HISTOGRAMS.timeInQueue,
      HISTOGRAMS.promptLength,
      HISTOGRAMS.generationLength,
      HISTOGRAMS.maxGenerationLength,
      HISTOGRAMS.choices,
      HISTOGRAMS.maxTokens,
    ].map(make.histogram),
    common.requestSuccess(subject),
    ...common.throughput(make, subject),
    gaugeFamily({ name: 'vllm:cache_config_info', help: 'Information of the LLMEngine CacheConfig' }, [
      {
        labels: {
          block_size: String(spec.engine.blockSize),
          cache_dtype: 'auto',
          enable_prefix_caching: spec.engine.enablePrefixCaching ? 'True' : 'False',
          gpu_memory_utilization: '0.9',
          num_cpu_blocks: '2048',
          num_gpu_blocks: String(spec.engine.numGpuBlocks),
          sliding_window: 'None',
          swap_space: '4',
        },
        read: () => 1,
      },
    ]),
  ]
}
