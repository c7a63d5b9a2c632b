import { readOnly, reversible } from '../../domain/action.ts'
import { nameOfRow } from '../../domain/reading.ts'
import { say } from '../../domain/text.ts'
import { queueMean } from '../../signals/vllm/latency.ts'
import { waitingMean } from '../../signals/vllm/scheduler.ts'
import { branch } from '../node.ts'
import { not } from '../predicates/predicate.ts'
import { onThem, rowAbove } from '../predicates/row-tests.ts'
import { firstRow, rowSentence } from '../predicates/sentences.ts'
import { skewed } from '../skew/skew-test.ts'
import { LONG_QUEUE } from '../thresholds/queue.ts'

// Ranks of one server show as the `engine` label; the server itself spreads requests over them.
export const engineSkew = branch({
  id: 'engine_skew',
  ask: say`Are the instances even, but the engines inside one are not?`,
  when: skewed('engine'),
  confirm: [
    {
      test: not(skewed('instance')),
      excludes: 'queue.skew',
      settleWith: say`compare the gateway's request rate by upstream`,
    },
    {
      test: onThem(rowAbove(queueMean, LONG_QUEUE)),
      excludes: 'queue.capacity',
      settleWith: say`compare vllm:num_requests_waiting by instance and engine`,
    },
  ],
  settleWith: say`compare vllm:num_requests_waiting by instance and engine`,
  conclude: {
    cause: 'queue.skew.dp',
    title: (at) => {
      const row = firstRow(at)
      const where = row === undefined ? say`One engine` : nameOfRow(row)
      return say`${where} takes far more than its share of the load, and requests wait there: the data-parallel ranks of one server are unevenly loaded.`
    },
    because: (at) => {
      const row = firstRow(at)
      return row === undefined ? [] : [rowSentence(at, waitingMean, row), rowSentence(at, queueMean, row)]
    },
    actions: () => ({
      now: [readOnly(say`Check whether long sessions or one key stick to that rank`)],
      today: [reversible(say`Spread over ranks outside: --data-parallel-external-lb behind a least-loaded balancer`)],
      thisWeek: [reversible(say`Alert on vllm:num_requests_waiting max/mean by engine`)],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'The instances are loaded evenly, but inside one the data-parallel ranks are not: requests wait on one rank ' +
      'while its siblings have room. Sums over the ranks hide it, and the instance looks slow.',
    check: [
      'Who waits: `sum by (instance, engine) (vllm:num_requests_waiting)`',
      'Arrivals by rank: `sum by (instance, engine) (rate(vllm:time_to_first_token_seconds_count[5m]))`',
    ],
    avoid: [
      'Do not mend it with weights at the gateway: it sees one instance and reaches no rank',
      'Do not trust sums or means of an instance here: they hide a full rank among idle ones',
    ],
  },
})
