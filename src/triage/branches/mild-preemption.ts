import { readOnly, reversible } from '../../domain/action.ts'
import { say } from '../../domain/text.ts'
import { endToEndMean, interTokenMean, ttftMean } from '../../signals/vllm/latency.ts'
import { kvPeak, preemptions, preemptionsPerRequest } from '../../signals/vllm/scheduler.ts'
import { CALM } from '../diagnosis/calm.ts'
import { above, below, rose } from '../predicates/fleet-tests.ts'
import { branch } from '../node.ts'
import { allOf, not } from '../predicates/predicate.ts'
import { fleetSentence } from '../predicates/sentences.ts'
import { PREEMPTIONS_PER_REQUEST } from '../thresholds/kv.ts'
import { SLOWER, TOKEN_SLOWER } from '../thresholds/latency.ts'

const noneLonger = allOf(not(rose(endToEndMean, SLOWER)), not(rose(ttftMean, SLOWER)))

// An alert on any increase of the counter fires on this: one eviction among many requests costs one request a prefill.
export const mildPreemption = branch({
  id: 'mild_preemption',
  ask: say`Are requests evicted now and then, and nobody feels it?`,
  when: allOf(above(preemptions, 0), below(preemptionsPerRequest, PREEMPTIONS_PER_REQUEST)),
  confirm: [
    {
      test: noneLonger,
      excludes: 'kv.preemption_thrash',
      settleWith: say`compare time to first token and end-to-end latency with an hour ago: does anybody feel it?`,
    },
    {
      test: not(rose(interTokenMean, TOKEN_SLOWER)),
      excludes: 'kv.preemption_thrash',
      settleWith: say`compare inter-token latency with an hour ago`,
    },
    ...CALM,
  ],
  settleWith: say`increase(vllm:num_preemptions_total[15m]) over increase(vllm:request_success_total[15m])`,
  conclude: {
    cause: 'benign.mild_preemption',
    title: (at) =>
      noneLonger.evaluate(at.evidence).answer === 'yes'
        ? say`No harm: ${fleetSentence(at, preemptionsPerRequest)}, and no latency is worse than before.`
        : say`Few requests are evicted: ${fleetSentence(at, preemptionsPerRequest)}; whether anybody waits longer for it I could not read.`,
    because: (at) =>
      [preemptions, kvPeak, ttftMean, interTokenMean, endToEndMean].map((signal) => fleetSentence(at, signal)),
    actions: () => ({
      now: [
        readOnly(
          say`Watch preemptions per finished request and inter-token latency: together they would make it a problem`,
        ),
      ],
      today: [],
      thisWeek: [
        reversible(say`Alert on preemptions per finished request and not on each one`),
        readOnly(say`Note it for planning: at its peak the fleet has no KV blocks left`),
      ],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'vLLM evicts a request when a running one finds no block, and computes it again later. Few of these among many ' +
      'finished requests cost those few a prefill. The counter does not say whether one request was evicted ten ' +
      'times or ten once: the slowest tokens do.',
    check: [
      'Per finished request: `increase(vllm:num_preemptions_total[15m]) / ignoring (finished_reason) sum without (finished_reason) (increase(vllm:request_success_total[15m]))`',
      'What it does to the slowest tokens: `histogram_quantile(0.99, sum by (le) (rate(vllm:inter_token_latency_seconds_bucket[15m])))`',
    ],
    avoid: [
      'Do not raise `--gpu-memory-utilization` on a running fleet for it: it takes a restart, and can end out of memory',
      'Do not page on each increase of the counter',
    ],
  },
})
