import { inEnglish } from '../../src/domain/text.ts'
import { SIGNALS } from '../../src/signals/catalog.ts'
import { decodeMean, prefillMean, queueMean } from '../../src/signals/vllm/latency.ts'
import { preemptions, preemptionsPerRequest } from '../../src/signals/vllm/scheduler.ts'
import {
  prefixHitLifetime,
  prefixHitRatio,
  recentSteps,
  stepTokensMean,
  stepTokensP99,
} from '../../src/signals/vllm/traffic.ts'
import type { Generation } from './generation.ts'

// Since which release each engine has what a signal reads: vLLM's history of vllm/engine/metrics.py (V0) and
// vllm/v1/metrics/loggers.py (V1).
const YOUNGER: Readonly<Record<Generation, Readonly<Record<string, string>>>> = {
  V0: {
    [preemptions.id]: 'since 0.4.3',
    [preemptionsPerRequest.id]: 'since 0.4.3',
    [queueMean.id]: 'since 0.6.4',
    [prefillMean.id]: 'since 0.6.4',
    [decodeMean.id]: 'since 0.6.4',
    [recentSteps.id]: 'since 0.6.4',
    [stepTokensMean.id]: 'since 0.6.4',
    [stepTokensP99.id]: 'since 0.6.4',
    [prefixHitRatio.id]: 'the engine V0 shows a hit rate instead',
    [prefixHitLifetime.id]: 'from 0.5.5 to 0.9, where it is not hidden',
  },
  V1: {
    [preemptions.id]: 'since 0.8.0',
    [preemptionsPerRequest.id]: 'since 0.8.0',
    [prefixHitLifetime.id]: 'of the engine V0 only',
  },
}

/** What a fleet may do without: the reason is what would make it appear. */
const OPTIONAL: ReadonlyMap<string, string> = new Map(
  SIGNALS.flatMap(({ id, isOptional, enableWith }) =>
    isOptional === true ? [[id, inEnglish(enableWith)] as const] : [],
  ),
)

/** Why a whole page of that engine may lack a signal; undefined when no release does. */
export function whyAbsent(signal: string, generation: Generation): string | undefined {
  return YOUNGER[generation][signal] ?? OPTIONAL.get(signal)
}
