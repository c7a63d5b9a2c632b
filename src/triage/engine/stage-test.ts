import type { Stage } from '../../domain/diagnosis.ts'
import { formatPercent } from '../../domain/quantity.ts'
import { english, say } from '../../domain/text.ts'
import type { Signal } from '../../signals/signal.ts'
import { gatewayLatency } from '../../signals/gateway.ts'
import { decodeMean, endToEndMean, prefillMean, queueMean } from '../../signals/vllm/latency.ts'
import { answerFor } from '../predicates/fleet-tests.ts'
import { latencyBudget } from './latency-budget.ts'
import { baselineOf, fleetNow } from '../predicates/lookup.ts'
import { judge } from '../predicates/predicate.ts'
import type { Predicate } from '../predicates/predicate.ts'

const READS: Readonly<Record<Stage, readonly [Signal, ...Signal[]]>> = {
  queue: [queueMean, endToEndMean],
  prefill: [prefillMean, endToEndMean],
  decode: [decodeMean, endToEndMean],
  api_server: [endToEndMean, queueMean, prefillMean, decodeMean],
  outside: [gatewayLatency, endToEndMean],
}

const NAMES: Readonly<Record<Stage, string>> = {
  queue: 'queue',
  prefill: 'prefill',
  decode: 'decode',
  api_server: 'the API server',
  outside: 'outside the engine',
}

/** A stage explains at least this part (0..1) of the growth of a request's latency; no growth is a plain no. */
export function explainsGrowth(stage: Stage, part: number): Predicate {
  const reads = READS[stage]
  const threshold = say`≥ ${formatPercent(part)} of the growth of latency`
  return {
    reads,
    text: english`${NAMES[stage]} explains ${threshold}`,
    evaluate(evidence) {
      const share = latencyBudget(evidence)[stage].growthShare
      const stands = share.status === 'absent' && share.reason === 'no_traffic'
      const holds = stands ? 'no' : answerFor(share, (value) => value >= part)
      const outcomes = reads.map((signal) =>
        judge({
          evidence,
          signal,
          now: fleetNow(evidence, signal),
          baseline: baselineOf(evidence, signal),
          threshold,
          holds,
        }),
      )
      const missing = reads.filter(
        (signal) => fleetNow(evidence, signal).status === 'absent' || baselineOf(evidence, signal).status === 'absent',
      )
      return {
        answer: holds,
        used: outcomes.flatMap(({ used }) => used),
        rows: [],
        missing: holds === 'unknown' ? missing : [],
      }
    },
  }
}
