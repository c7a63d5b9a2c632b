import { gaugeFamily, histogramFamily, counterFamily } from '../exposition/build-family.ts'
import type { Declaration } from '../exposition/build-family.ts'
import type { Family } from '../exposition/family.ts'
import { EARLY_BUCKETS } from './bucket-edges.ts'
import type { Dialect, DialectSubject } from './dialect.ts'
import { HISTOGRAMS } from './engine-histograms.ts'
import type { HistogramDeclaration } from './engine-histograms.ts'
import { throughputOf } from './throughput.ts'

/**
 * V0 as 0.6.6 shows it with its default frontend in another process: no engine label, no `_created`, no python_
 * or process_ series, and no series for what never happened.
 */
export const V0_0_6: Dialect = {
  name: 'v0-0.6',
  buckets: EARLY_BUCKETS,
  rules: { isTimedInEngine: true },
  shapeOf: ({ engine }) => Math.sign(engine.stats.finished.stop) + 2 * Math.sign(engine.stats.finished.length),
  families: (subject) => (subject.spec.isLogStatsDisabled ? [] : engineFamilies(subject)),
}

function engineFamilies(subject: DialectSubject): readonly Family[] {
  const { process, modelName, spec, start, clock } = subject
  const { stats } = process.engine
  const labels = { model_name: modelName }
  const gauge = (name: string, help: string, read: () => number): Family =>
    gaugeFamily({ name, help }, [{ labels, read }])
  const counter = (declaration: Declaration, read: () => number): Family =>
    counterFamily(declaration, [{ labels, read }], undefined)
  const histogram = (declaration: HistogramDeclaration): Family =>
    histogramFamily(declaration, [{ labels, histogram: declaration.of(stats) }], undefined)
  const lifetimeHitRate = (): number => {
    if (!spec.engine.enablePrefixCaching) return -1
    const { queriedBlocks, hitBlocks } = stats.prefixWithReadmissions
    return queriedBlocks === 0 ? 0 : hitBlocks / queriedBlocks
  }
  return [
    gauge('vllm:num_requests_running', 'Number of requests currently running on GPU.', () => stats.gauges.running),
    gauge('vllm:num_requests_waiting', 'Number of requests waiting to be processed.', () => stats.gauges.waiting),
    gaugeFamily({ name: 'vllm:lora_requests_info', help: 'Running stats on lora requests.' }, [
      { labels: { max_lora: '0', running_lora_adapters: '', waiting_lora_adapters: '' }, read: () => start + clock() },
    ]),
    gauge('vllm:num_requests_swapped', 'Number of requests swapped to CPU.', () => 0),
    gauge('vllm:gpu_cache_usage_perc', 'GPU KV-cache usage. 1 means 100 percent usage.', () => stats.gauges.kvUsage),
    gauge('vllm:cpu_cache_usage_perc', 'CPU KV-cache usage. 1 means 100 percent usage.', () => 0),
    gauge('vllm:cpu_prefix_cache_hit_rate', 'CPU prefix cache block hit rate.', () => -1),
    gauge('vllm:gpu_prefix_cache_hit_rate', 'GPU prefix cache block hit rate.', lifetimeHitRate),
    counter(
      { name: 'vllm:num_preemptions', help: 'Cumulative number of preemption from the engine.' },
      () => stats.preemptions,
    ),
    counter({ name: 'vllm:prompt_tokens', help: 'Number of prefill tokens processed.' }, () => stats.promptChunkTokens),
    counter(
      { name: 'vllm:generation_tokens', help: 'Number of generation tokens processed.' },
      () => stats.generationTokens,
    ),
    ...[
      HISTOGRAMS.iterationTokens,
      HISTOGRAMS.timeToFirstToken,
      HISTOGRAMS.timePerOutputToken,
      { ...HISTOGRAMS.e2e, help: 'Histogram of end to end request latency in seconds.' },
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
    ].map(histogram),
    requestSuccess(subject),
    gauge(
      'vllm:avg_prompt_throughput_toks_per_s',
      'Average prefill throughput in tokens/s.',
      throughputOf(clock, () => stats.promptChunkTokens),
    ),
    gauge(
      'vllm:avg_generation_throughput_toks_per_s',
      'Average generation throughput in tokens/s.',
      throughputOf(clock, () => stats.generationTokens),
    ),
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

/** V0 makes the child of a reason with its first request. */
function requestSuccess({ process, modelName }: DialectSubject): Family {
  const { finished } = process.engine.stats
  const reasons = (['stop', 'length'] as const).filter((reason) => finished[reason] > 0)
  return counterFamily(
    { name: 'vllm:request_success', help: 'Count of successfully processed requests.' },
    reasons.map((reason) => ({
      labels: { finished_reason: reason, model_name: modelName },
      read: () => finished[reason],
    })),
    undefined,
  )
}
