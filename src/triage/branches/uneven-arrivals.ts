import { readOnly, reversible } from '../../domain/action.ts'
import { formatPercent } from '../../domain/quantity.ts'
import { say } from '../../domain/text.ts'
import { waitingMean } from '../../signals/vllm/scheduler.ts'
import { branch } from '../node.ts'
import { onThem, rowAbove } from '../predicates/row-tests.ts'
import { firstRow } from '../predicates/sentences.ts'
import { spreadOf } from '../skew/skew.ts'
import { unevenUnwatched } from '../skew/skew-test.ts'
import { affinityHint, missingPeers } from '../skew/skew-words.ts'
import { QUEUE } from '../thresholds/queue.ts'

// Of those whose queues are read queue_skew has said what there is to say.
export const unevenArrivals = branch({
  id: 'uneven_arrivals',
  ask: say`Does one instance get far more than its share of the arrivals, and nothing tells whether requests wait there?`,
  when: unevenUnwatched,
  confirm: [
    {
      test: onThem(rowAbove(waitingMean, QUEUE)),
      excludes: 'healthy',
      settleWith: say`sum by (instance) (vllm:num_requests_waiting): do requests wait there, and on the others none?`,
    },
  ],
  settleWith: say`compare the gateway's request rate by upstream`,
  conclude: {
    cause: 'queue.skew',
    title: (at) => {
      const [hot] = spreadOf(at.evidence, 'instance').peers[0]?.shares ?? []
      if (hot === undefined) return say`One instance gets far more than its share of the arrivals.`
      const fair = formatPercent(1 / (spreadOf(at.evidence, 'instance').peers[0]?.shares.length ?? 1))
      return say`${hot.key.instance} takes ${formatPercent(hot.share)} of arrivals (fair share ${fair}); whether requests wait there I could not read.`
    },
    because: (at) => {
      const row = firstRow(at)
      return row === undefined ? [] : [...affinityHint(at.evidence, row), ...missingPeers(at.evidence, row)]
    },
    actions: (at) => ({
      now: [
        readOnly(
          say`Do requests wait there, and on its peers none?`,
          "curl -s <instance>/metrics | grep 'num_requests'",
        ),
        readOnly(
          say`Why does the gateway prefer ${firstRow(at)?.instance ?? say`it`}? Its policy, its checks of the peers`,
        ),
      ],
      today: [reversible(say`If they do, switch the router to random or least-loaded and watch the shares`)],
      thisWeek: [reversible(say`Alert on arrivals max/mean > 2 for 5 minutes`)],
      rollback: [reversible(say`Restore the gateway's policy as it was`)],
    }),
  },
  runbook: {
    means:
      'The arrivals are far from even and the queues could not be read, so whether it hurts is not known. Where requests ' +
      'wait on the one and not on its peers it is a skew and no want of capacity: a counter of the router that is wrong, ' +
      'connections that are pinned, peers that a check took out, or a key that is hot.',
    check: [
      'Who waits: `sum by (instance) (vllm:num_requests_waiting)`',
      'What it follows: the clock (a counter of the router), the life of a connection, or a session or prefix key',
    ],
    avoid: ['Do not add instances before you know: the balancer goes on sending the load to one'],
  },
})
