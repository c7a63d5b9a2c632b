import { counterFamily, gaugeFamily, histogramFamily } from '../exposition/build-family.ts'
import type { Declaration } from '../exposition/build-family.ts'
import type { Family } from '../exposition/family.ts'
import type { ServerProcess } from '../instance.ts'
import type { DialectSubject } from './dialect.ts'
import type { HistogramDeclaration } from './engine-histograms.ts'
import { throughputOf } from './throughput.ts'

/** Makes the families of a V0 engine: no child carries `engine`, and none says when it was made. */
export interface V0Families {
  readonly gauge: (name: string, help: string, read: () => number) => Family
  readonly counter: (declaration: Declaration, read: () => number) => Family
  readonly histogram: (declaration: HistogramDeclaration) => Family
}

export function v0Families({ process, modelName }: DialectSubject): V0Families {
  const labels = { model_name: modelName }
  return {
    gauge: (name, help, read) => gaugeFamily({ name, help }, [{ labels, read }]),
    counter: (declaration, read) => counterFamily(declaration, [{ labels, read }], undefined),
    histogram: (declaration) =>
      histogramFamily(declaration, [{ labels, histogram: declaration.of(process.engine.stats) }], undefined),
  }
}

/** Another with each finish reason that happened for the first time. */
export function v0Shape({ engine }: ServerProcess): number {
  return Math.sign(engine.stats.finished.stop) + 2 * Math.sign(engine.stats.finished.length)
}

export function runningAndWaiting({ gauge }: V0Families, { process }: DialectSubject): readonly Family[] {
  const { gauges } = process.engine.stats
  return [
    gauge('vllm:num_requests_running', 'Number of requests currently running on GPU.', () => gauges.running),
    gauge('vllm:num_requests_waiting', 'Number of requests waiting to be processed.', () => gauges.waiting),
  ]
}

/** Nothing here ever swaps to the CPU. */
export function swappedAndCaches({ gauge }: V0Families, { process }: DialectSubject): readonly Family[] {
  const { gauges } = process.engine.stats
  return [
    gauge('vllm:num_requests_swapped', 'Number of requests swapped to CPU.', () => 0),
    gauge('vllm:gpu_cache_usage_perc', 'GPU KV-cache usage. 1 means 100 percent usage.', () => gauges.kvUsage),
    gauge('vllm:cpu_cache_usage_perc', 'CPU KV-cache usage. 1 means 100 percent usage.', () => 0),
  ]
}

export function tokens({ counter }: V0Families, { process }: DialectSubject): readonly Family[] {
  const { stats } = process.engine
  return [
    counter({ name: 'vllm:prompt_tokens', help: 'Number of prefill tokens processed.' }, () => stats.promptChunkTokens),
    counter(
      { name: 'vllm:generation_tokens', help: 'Number of generation tokens processed.' },
      () => stats.generationTokens,
    ),
  ]
}

/** V0 makes the child of a reason with its first request. */
export function requestSuccess({ process, modelName }: DialectSubject): Family {
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

export function throughput({ gauge }: V0Families, { process, clock }: DialectSubject): readonly Family[] {
  const { stats } = process.engine
  return [
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
  ]
}
