import { readOnly } from '../../domain/action.ts'
import { say } from '../../domain/text.ts'
import { endToEndMean, interTokenMean, ttftMean } from '../../signals/vllm/latency.ts'
import { kvPeak, kvUsage, preemptions, waitingPeak } from '../../signals/vllm/scheduler.ts'
import { CALM } from '../diagnosis/calm.ts'
import { above, below, rose } from '../predicates/fleet-tests.ts'
import { branch } from '../node.ts'
import { allOf, not } from '../predicates/predicate.ts'
import { fleetSentence } from '../predicates/sentences.ts'
import { KV_NEARLY_FULL } from '../thresholds/kv.ts'
import { SLOWER, TOKEN_SLOWER } from '../thresholds/latency.ts'

// V1 counts blocks of live requests only, so high usage is use; without a queue or evictions it is good use.
export const highKv = branch({
  id: 'high_kv',
  ask: say`Is the KV cache merely well used: nobody waits and nothing is evicted?`,
  when: allOf(above(kvPeak, KV_NEARLY_FULL), below(waitingPeak, 1), below(preemptions, 1)),
  confirm: [
    {
      test: not(rose(ttftMean, SLOWER)),
      excludes: 'queue',
      settleWith: say`compare the time to the first token with an hour ago`,
    },
    {
      test: not(rose(endToEndMean, SLOWER)),
      excludes: 'decode',
      settleWith: say`compare end-to-end latency with an hour ago`,
    },
    {
      test: not(rose(interTokenMean, TOKEN_SLOWER)),
      excludes: 'decode.batch_growth',
      settleWith: say`compare inter-token latency with an hour ago`,
    },
    ...CALM,
  ],
  settleWith: say`vllm:kv_cache_usage_perc beside vllm:num_requests_waiting and preemptions`,
  conclude: {
    cause: 'benign.high_kv_no_queue',
    title: (at) =>
      say`No harm: ${fleetSentence(at, kvPeak)}, but nobody waits, nothing is evicted and latency is no worse than before.`,
    because: (at) => [kvUsage, waitingPeak, preemptions, endToEndMean].map((signal) => fleetSentence(at, signal)),
    actions: () => ({
      now: [readOnly(say`Watch requests waiting and preemptions: they are what would make this a problem`)],
      today: [],
      thisWeek: [readOnly(say`Alert on KV usage only together with requests waiting`)],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'The KV cache is nearly full, but nobody waits, nothing is evicted and latency is as before: memory that ' +
      'does its work. It is true of this moment only: with long answers the cache may be full within minutes, and ' +
      'then requests wait or are evicted.',
    check: [
      '`max by (instance) (vllm:kv_cache_usage_perc)` (older vLLM: `vllm:gpu_cache_usage_perc`) beside `max_over_time(vllm:num_requests_waiting[10m])` and `increase(vllm:num_preemptions_total[15m])`',
      'How fast it fills, a part of the whole per second: `deriv(vllm:kv_cache_usage_perc[15m])`',
    ],
    avoid: [
      'Do not page on KV usage alone',
      'Do not raise `--gpu-memory-utilization` on a fleet that serves: nothing is short, and it takes a restart',
      'Do not restart to free it: it holds live requests',
    ],
  },
})
