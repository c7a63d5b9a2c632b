import { say } from '../../domain/text.ts'
import type { Family } from '../family.ts'
import { decodeTime, endToEnd, interTokenLatency, prefillTime, queueTime, timeToFirstToken } from '../families.ts'
import type { Signal } from '../signal.ts'
import { mean } from '../term-builders.ts'
import { COUNTER } from './engine.ts'

/** Of requests that finished in the window: what is still inside is in none of them. */
function stage(of: Pick<Signal, 'id' | 'title' | 'rows'>, family: Family): Signal {
  const enableWith = say`vLLM 0.6.4 or later exposes the stage histograms`
  return { ...COUNTER, ...of, unit: 'seconds', term: mean(family), baselined: true, enableWith }
}

export const queueMean = stage({ id: 'queue_time', title: say`queue time, mean`, rows: 'now' }, queueTime)

/** From first scheduled to first token; waiting after a preemption is in here or in decode, not in the queue time. */
export const prefillMean = stage({ id: 'prefill_time', title: say`prefill time, mean`, rows: 'none' }, prefillTime)

export const decodeMean = stage({ id: 'decode_time', title: say`decode time, mean`, rows: 'none' }, decodeTime)

export const endToEndMean: Signal = {
  ...COUNTER,
  id: 'e2e_time',
  title: say`end-to-end latency, mean`,
  unit: 'seconds',
  term: mean(endToEnd),
  rows: 'none',
  baselined: true,
}

/** Recorded when the first token leaves, so it also speaks of requests that have not finished. */
export const ttftMean: Signal = {
  ...COUNTER,
  id: 'ttft_mean',
  title: say`time to first token, mean`,
  unit: 'seconds',
  term: mean(timeToFirstToken),
  rows: 'none',
  baselined: true,
}

export const ttftP99: Signal = {
  ...COUNTER,
  id: 'ttft_p99',
  title: say`time to first token, P99`,
  unit: 'seconds',
  term: { kind: 'histogram', family: timeToFirstToken, stat: 'quantile', q: 0.99 },
  rows: 'none',
  baselined: true,
}

/** Where a store keeps no buckets there is none; what else is asked of inter-token latency is asked of its mean. */
function interTokenQuantile(of: Pick<Signal, 'id' | 'title'>, q: number): Signal {
  const term = { kind: 'histogram', family: interTokenLatency, stat: 'quantile', q } as const
  return { ...COUNTER, ...of, unit: 'seconds', term, rows: 'none', baselined: true, isOptional: true }
}

export const interTokenMedian = interTokenQuantile(
  { id: 'inter_token_p50', title: say`inter-token latency, median` },
  0.5,
)
export const interTokenP99 = interTokenQuantile({ id: 'inter_token_p99', title: say`inter-token latency, P99` }, 0.99)

export const interTokenMean: Signal = {
  ...COUNTER,
  id: 'inter_token_latency',
  title: say`inter-token latency, mean`,
  unit: 'seconds',
  term: mean(interTokenLatency),
  rows: 'now_and_before',
  baselined: true,
}
