import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import { queueMean } from '../../signals/vllm/latency.ts'
import { kvUsage, kvPeak, runningMean, waitingMean } from '../../signals/vllm/scheduler.ts'
import { completions, generation, promptRate } from '../../signals/vllm/traffic.ts'
import { rose } from '../fleet-tests.ts'
import { branch } from '../node.ts'
import { allOf, anyOf } from '../predicate.ts'
import { mostRows, rowAbove } from '../row-tests.ts'
import { fleetSentence, nameRows } from '../sentences.ts'
import { explainsGrowth } from '../stage-test.ts'
import { GUILTY_SHARE, KV_NEARLY_FULL, MOST, QUEUE, WORKS_HARDER } from '../thresholds.ts'

export const capacity = branch({
  id: 'capacity',
  ask: 'Do requests wait on most instances with the KV cache full: more demand than the fleet can carry?',
  when: allOf(mostRows(rowAbove(waitingMean, QUEUE), MOST), mostRows(rowAbove(kvPeak, KV_NEARLY_FULL), MOST)),
  confirm: [
    {
      // More tokens a second than before: the fleet works harder, it is not slower.
      test: anyOf(rose(generation, WORKS_HARDER), rose(promptRate, WORKS_HARDER)),
      excludes: 'decode',
      settleWith:
        'compare tokens/s with an hour ago: less work done with a queue means slower engines, not more demand',
    },
    {
      test: explainsGrowth('queue', GUILTY_SHARE),
      excludes: 'decode',
      settleWith: 'compare queue, prefill and decode times with an hour ago',
    },
  ],
  settleWith: 'vllm:num_requests_waiting and vllm:kv_cache_usage_perc by instance',
  conclude: {
    cause: 'queue.capacity',
    title: (at) =>
      `More is asked than the fleet can carry: requests wait on ${nameRows(at.outcome.rows)}, and their KV cache is full.`,
    because: (at) =>
      [waitingMean, kvUsage, queueMean, completions, generation, promptRate, runningMean].map((signal) =>
        fleetSentence(at, signal),
      ),
    actions: () => ({
      now: [
        reversible('Shed or limit by tokens at the gateway, batch clients first'),
        readOnly('Is it demand or retries? Compare calls at the gateway with requests at the engines'),
      ],
      today: [disruptive('Add instances; count in how long the model takes to load')],
      thisWeek: [reversible('Size by tokens: KV tokens over the mean length of a sequence is what fits at once')],
      rollback: [reversible("Lift the gateway's limits when nobody waits")],
    }),
  },
})
