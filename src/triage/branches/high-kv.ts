import { readOnly } from '../../domain/action.ts'
import { endToEndMean, interTokenMean } from '../../signals/vllm/latency.ts'
import { kvPeak, kvUsage, preemptions, waitingPeak } from '../../signals/vllm/scheduler.ts'
import { CALM } from '../calm.ts'
import { above, below, rose } from '../fleet-tests.ts'
import { branch } from '../node.ts'
import { allOf, not } from '../predicate.ts'
import { fleetSentence } from '../sentences.ts'
import { KV_NEARLY_FULL, SLOWER, TOKEN_SLOWER } from '../thresholds.ts'

// V1 counts blocks of live requests only, so high usage is use; without a queue or evictions it is good use.
export const highKv = branch({
  id: 'high_kv',
  ask: 'Is the KV cache merely well used: nobody waits and nothing is evicted?',
  when: allOf(above(kvPeak, KV_NEARLY_FULL), below(waitingPeak, 1), below(preemptions, 1)),
  confirm: [
    {
      test: not(rose(endToEndMean, SLOWER)),
      excludes: 'decode',
      settleWith: 'compare end-to-end latency with an hour ago',
    },
    {
      test: not(rose(interTokenMean, TOKEN_SLOWER)),
      excludes: 'decode.batch_growth',
      settleWith: 'compare inter-token latency with an hour ago',
    },
    ...CALM,
  ],
  settleWith: 'vllm:kv_cache_usage_perc beside vllm:num_requests_waiting and preemptions',
  conclude: {
    cause: 'benign.high_kv_no_queue',
    title: (at) =>
      `No harm: ${fleetSentence(at, kvPeak)}, but nobody waits, nothing is evicted and latency is no worse than before.`,
    because: (at) => [kvUsage, waitingPeak, preemptions, endToEndMean].map((signal) => fleetSentence(at, signal)),
    actions: () => ({
      now: [readOnly('Watch requests waiting and preemptions: they are what would make this a problem')],
      today: [],
      thisWeek: [readOnly('Alert on KV usage only together with requests waiting')],
      rollback: [],
    }),
  },
})
