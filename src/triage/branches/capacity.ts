import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import { say } from '../../domain/text.ts'
import { queueMean } from '../../signals/vllm/latency.ts'
import { kvUsage, kvPeak, runningMean, waitingMean } from '../../signals/vllm/scheduler.ts'
import { completions, generation, promptRate } from '../../signals/vllm/traffic.ts'
import { kvRoomSentences, prefixCachingActions } from '../engine/kv-room.ts'
import { branch } from '../node.ts'
import { allOf } from '../predicates/predicate.ts'
import { worksHarder } from '../engine/prompt-load.ts'
import { mostRows, rowAbove } from '../predicates/row-tests.ts'
import { fleetSentence, nameRows } from '../predicates/sentences.ts'
import { explainsGrowth } from '../engine/stage-test.ts'
import { KV_NEARLY_FULL } from '../thresholds/kv.ts'
import { GUILTY_SHARE } from '../thresholds/latency.ts'
import { MOST, QUEUE } from '../thresholds/queue.ts'

export const capacity = branch({
  id: 'capacity',
  ask: say`Do requests wait on most instances with the KV cache full: more demand than the fleet can carry?`,
  when: allOf(mostRows(rowAbove(waitingMean, QUEUE), MOST), mostRows(rowAbove(kvPeak, KV_NEARLY_FULL), MOST)),
  confirm: [
    {
      test: worksHarder,
      excludes: 'decode',
      settleWith: say`compare tokens/s with an hour ago: less work done with a queue means slower engines, not more demand`,
    },
    {
      test: explainsGrowth('queue', GUILTY_SHARE),
      excludes: 'decode',
      settleWith: say`compare queue, prefill and decode times with an hour ago`,
    },
  ],
  settleWith: say`vllm:num_requests_waiting and vllm:kv_cache_usage_perc by instance`,
  conclude: {
    cause: 'queue.capacity',
    title: (at) =>
      say`More is asked than the fleet can carry: requests wait on ${nameRows(at.outcome.rows)}, and their KV cache is full.`,
    because: (at) => [
      ...[waitingMean, kvUsage, queueMean, completions, generation, promptRate, runningMean].map((signal) =>
        fleetSentence(at, signal),
      ),
      ...kvRoomSentences(at),
    ],
    actions: (at) => ({
      now: [
        reversible(say`Shed or limit by tokens at the gateway, batch clients first`),
        readOnly(say`Is it demand or retries? Compare calls at the gateway with requests at the engines`),
      ],
      today: [disruptive(say`Add instances; count in how long the model takes to load`), ...prefixCachingActions(at)],
      thisWeek: [reversible(say`Size by tokens: KV tokens over the mean length of a sequence is what fits at once`)],
      rollback: [reversible(say`Lift the gateway's limits when nobody waits`)],
    }),
  },
  runbook: {
    means:
      'Requests wait on most instances, their KV cache is full, and they make more tokens than before: more is ' +
      'asked than the fleet can carry. One hot instance, retries, and engines that became slower make the same ' +
      'queue.',
    check: [
      'Instances on which requests wait, as a part of all: `count(sum by (instance) (vllm:num_requests_waiting) > 0) / count(count by (instance) (vllm:num_requests_waiting))`',
      'More work than before: `sum(rate(vllm:generation_tokens_total[5m]))`, now and with `offset 1h`',
      'Demand or retries: calls of clients at the gateway beside `sum(rate(vllm:request_success_total[5m]))`; more at the engines than was called are retries',
    ],
    avoid: [
      'Do not restart: the queue comes back, and finds cold caches',
      'Do not raise `--gpu-memory-utilization` on a fleet that serves: it takes a restart under full load',
      'Do not raise `--max-num-seqs`: the KV cache is what is full, and requests would be evicted',
      'Do not add retries or longer timeouts: they add load',
    ],
  },
})
