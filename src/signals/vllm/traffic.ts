import { equals } from '../../domain/matcher.ts'
import { minutes } from '../../domain/time.ts'
import { say } from '../../domain/text.ts'
import {
  finished,
  generatedTokens,
  outputLength,
  prefixHitRate,
  prefixHits,
  prefixQueries,
  promptLength,
  promptTokens,
  running,
  stepTokens,
  timeToFirstToken,
  waiting,
} from '../families.ts'
import type { Signal } from '../signal.ts'
import { increase, mean, rate, rateWhere, ratio } from '../term-builders.ts'
import { COUNTER, GAUGE } from './engine.ts'
import { RECENT } from './recent.ts'

const STEP_HISTOGRAM = say`vLLM V1 exposes the histogram of tokens per step; V0 does from 0.6.4`

/** Counted when a request finishes: a drowning instance shows fewer, a hung one none. */
export const completions: Signal = {
  ...COUNTER,
  id: 'completions',
  title: say`requests finished`,
  unit: 'requests/s',
  term: rate(finished),
  rows: 'now_and_before',
  baselined: true,
}

/** The engine's own aborts: of a client that left most releases count nothing, so that none is no sign that nobody left. */
export const abortShare: Signal = {
  ...COUNTER,
  id: 'abort_share',
  title: say`finished requests that were aborted`,
  unit: 'ratio',
  term: ratio(rateWhere(finished, equals('finished_reason', 'abort')), rate(finished)),
  rows: 'none',
  baselined: true,
  isOptional: true,
}

/** Requests that got so far, those among them that nobody waited for till their end: what comes nearest to arrivals. */
export const firstTokens: Signal = {
  ...COUNTER,
  id: 'first_tokens',
  title: say`requests that got a first token`,
  unit: 'requests/s',
  term: { kind: 'histogram', family: timeToFirstToken, stat: 'rate' },
  rows: 'none',
  baselined: true,
}

/** Completions plus the growth of what is inside; vLLM has no arrival counter, and clients that left are in none. */
export const arrivals: Signal = {
  ...COUNTER,
  id: 'arrivals',
  title: say`requests arrived in the window`,
  unit: 'requests',
  term: {
    kind: 'sum',
    terms: [increase(finished), { kind: 'growth', family: running }, { kind: 'growth', family: waiting }],
  },
  rows: 'now',
  baselined: false,
}

export const generation: Signal = {
  ...COUNTER,
  id: 'generation',
  title: say`tokens generated`,
  unit: 'tokens/s',
  term: rate(generatedTokens),
  rows: 'none',
  baselined: true,
}

export const recentGeneration: Signal = {
  ...COUNTER,
  id: 'generation_recent',
  title: say`tokens generated in the last two minutes`,
  unit: 'tokens/s',
  term: rate(generatedTokens, RECENT),
  rows: 'now',
  baselined: false,
}

export const recentSteps: Signal = {
  ...COUNTER,
  id: 'steps_recent',
  title: say`engine steps in the last two minutes`,
  unit: 'steps/s',
  term: { kind: 'histogram', family: stepTokens, stat: 'rate', over: RECENT },
  rows: 'now',
  baselined: false,
}

export const promptRate: Signal = {
  ...COUNTER,
  id: 'prompt_rate',
  title: say`prompt tokens`,
  unit: 'tokens/s',
  term: rate(promptTokens),
  rows: 'none',
  baselined: true,
}

/** What a row does, where equal numbers of requests can be unequal work; V1 counts a prompt when its first token is out. */
export const tokenRate: Signal = {
  ...COUNTER,
  id: 'token_rate',
  title: say`tokens read and generated`,
  unit: 'tokens/s',
  term: { kind: 'sum', terms: [rate(promptTokens), rate(generatedTokens)] },
  rows: 'now',
  baselined: false,
}

export const promptLengthMean: Signal = {
  ...COUNTER,
  id: 'prompt_length',
  title: say`prompt length, mean`,
  unit: 'tokens',
  term: mean(promptLength),
  rows: 'none',
  baselined: true,
}

/** Of a hundred requests the longest prompt but one: what the mean of many short ones hides. */
export const promptLengthP99: Signal = {
  ...COUNTER,
  id: 'prompt_length_p99',
  title: say`prompt length, P99`,
  unit: 'tokens',
  term: { kind: 'histogram', family: promptLength, stat: 'quantile', q: 0.99 },
  rows: 'none',
  baselined: true,
}

/** What the scheduler put into one step: a token for each request that decodes, the rest prompts. */
export const stepTokensMean: Signal = {
  ...COUNTER,
  id: 'step_tokens',
  title: say`tokens per engine step, mean`,
  unit: 'tokens',
  term: mean(stepTokens),
  rows: 'none',
  baselined: false,
  enableWith: STEP_HISTOGRAM,
}

/** The fullest steps: where prompts always wait for room in one, near `--max-num-batched-tokens`. */
export const stepTokensP99: Signal = {
  ...COUNTER,
  id: 'step_tokens_p99',
  title: say`tokens per engine step, P99`,
  unit: 'tokens',
  term: { kind: 'histogram', family: stepTokens, stat: 'quantile', q: 0.99 },
  rows: 'none',
  baselined: false,
  enableWith: STEP_HISTOGRAM,
}

export const outputLengthMean: Signal = {
  ...COUNTER,
  id: 'output_length',
  title: say`output length, mean`,
  unit: 'tokens',
  term: mean(outputLength),
  rows: 'none',
  baselined: true,
}

/** Of those that finished: the rest ended by themselves, or were given up. V0 counts an end by length from its first on. */
export const lengthShare: Signal = {
  ...COUNTER,
  id: 'length_share',
  title: say`answers that end at their token limit`,
  unit: 'ratio',
  term: ratio(rateWhere(finished, equals('finished_reason', 'length')), rate(finished)),
  rows: 'none',
  baselined: true,
  isOptional: true,
}

/** Blocks or tokens by version; both sides of the ratio are in the same unit. */
export const prefixHitRatio: Signal = {
  ...COUNTER,
  id: 'prefix_hit_ratio',
  title: say`prefix cache hit ratio`,
  unit: 'ratio',
  term: ratio(rate(prefixHits), rate(prefixQueries)),
  rows: 'now_and_before',
  baselined: true,
  enableWith: say`run vLLM V1 with --enable-prefix-caching (the default there)`,
}

/** V0 has no counters of it: the ratio since the engine started, which an old engine's drop moves slowly. */
export const prefixHitLifetime: Signal = {
  ...GAUGE,
  id: 'prefix_hit_lifetime',
  title: say`prefix cache hit ratio since the start`,
  unit: 'ratio',
  term: { kind: 'gauge', family: prefixHitRate, stat: 'last', across: 'avg', atLeast: 0 },
  rows: 'none',
  baselined: true,
  enableWith: say`run vLLM V0 with --enable-prefix-caching; V1 counts hits instead`,
  standsFor: ['prefix_hit_ratio'],
}

/** A process that came again starts its counters at zero, also where `process_start_time_seconds` is not exposed. */
export const counterResets: Signal = {
  ...COUNTER,
  id: 'counter_resets',
  title: say`counter resets in half an hour`,
  unit: 'events',
  term: { kind: 'counter', family: generatedTokens, stat: 'resets', over: minutes(30) },
  rows: 'now',
  baselined: false,
}
