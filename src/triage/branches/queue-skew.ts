import { readOnly, reversible } from '../../domain/action.ts'
import { formatNumber, formatPercent } from '../../domain/quantity.ts'
import { nameOfRow, valueOf } from '../../domain/reading.ts'
import { queueMean } from '../../signals/vllm/latency.ts'
import { kvUsage, waitingMean, waitingRequests } from '../../signals/vllm/scheduler.ts'
import { prefixHitRatio } from '../../signals/vllm/traffic.ts'
import { anyOf } from '../predicate.ts'
import { explainsGrowth } from '../stage-test.ts'
import { rowKeys, rowNow } from '../lookup.ts'
import { branch } from '../node.ts'
import type { Case } from '../node.ts'
import { anyRow, rowAbove } from '../row-tests.ts'
import { fleetSentence, firstRow, rowSentence } from '../sentences.ts'
import type { Peers } from '../skew.ts'
import { peersOf } from '../skew.ts'
import { skewed } from '../skew-test.ts'
import { GUILTY_SHARE, QUEUE } from '../thresholds.ts'

/** Mean seconds in the queue on one instance that no balanced fleet shows. */
const LONG_QUEUE = 1

export const queueSkew = branch({
  id: 'queue_skew',
  ask: 'Does one instance get far more than its share of the arrivals?',
  when: skewed('instance'),
  confirm: [
    {
      test: anyOf(anyRow(rowAbove(queueMean, LONG_QUEUE)), explainsGrowth('queue', GUILTY_SHARE)),
      excludes: 'queue.capacity',
      settleWith:
        "compare the instances' queue times: sum(rate(vllm:request_queue_time_seconds_sum[5m])) by (instance)",
    },
  ],
  settleWith: "compare the gateway's request rate by upstream",
  conclude: {
    cause: 'queue.skew',
    title: skewTitle,
    because: (at) => {
      const row = firstRow(at)
      if (row === undefined) return []
      return [
        kvSentence(at),
        fleetSentence(at, queueMean),
        rowSentence(at, queueMean, row),
        rowSentence(at, prefixHitRatio, row),
        'adding instances does nothing while the balancer sends the load to one',
      ]
    },
    actions: (at) => {
      const hot = firstRow(at)?.instance ?? 'the hot instance'
      return {
        now: [
          reversible(
            `Send new requests elsewhere: lower the weight of ${hot} at the gateway, or switch to least-loaded`,
          ),
          readOnly(`Find who talks to ${hot}: its access log, by client; limit the top one at the gateway`),
          readOnly("Check the gateway's health checks of the peers: an ejected or flapping peer makes the rest hot"),
        ],
        today: [
          reversible('Mend the health check or the policy, go back to equal weights, watch the shares for ten minutes'),
          readOnly('Does the load follow a connection (keep-alive), a session or prefix key (affinity), or the clock?'),
        ],
        thisWeek: [
          reversible('Alert on arrivals max/mean > 2 for 5 minutes'),
          reversible('Limit each client key, and give long-document batches a pool of their own'),
        ],
        rollback: [reversible("Restore the gateway's weights and policy as they were")],
      }
    },
  },
})

function skewTitle(at: Case): string {
  const [peers] = peersOf(at.evidence, 'instance')
  const hot = peers?.shares[0]
  if (peers === undefined || hot === undefined) return 'One instance gets far more than its share of the arrivals.'
  const waiting = valueOf(rowNow(at.evidence, waitingRequests, firstRow(at) ?? hot.key))
  const wait = waiting === undefined ? 'requests wait there' : `${formatNumber(waiting)} requests wait there`
  return (
    `${hot.key.instance} takes ${formatPercent(hot.share)} of arrivals ` +
    `(fair share ${formatPercent(1 / peers.shares.length)}): ${wait}, ${peersWord(at, peers)}.`
  )
}

/** How many of its peers have nobody waiting, over the window. */
function peersWord(at: Case, { shares }: Peers): string {
  const peers = shares.slice(1)
  const quiet = peers.filter(({ key }) => (valueOf(rowNow(at.evidence, waitingMean, key)) ?? QUEUE) < QUEUE).length
  if (quiet < peers.length) return `none on ${quiet} of its ${peers.length} peers`
  return peers.length === 1 ? 'none on its peer' : `none on its ${peers.length} peers`
}

/** `KV cache 95 % there, 40 % on the others`. */
function kvSentence(at: Case): string {
  const hot = firstRow(at)
  const others = rowKeys(at.evidence, [kvUsage])
    .filter(({ instance }) => instance !== hot?.instance)
    .flatMap((key) => valueOf(rowNow(at.evidence, kvUsage, key)) ?? [])
  const there = hot === undefined ? undefined : valueOf(rowNow(at.evidence, kvUsage, hot))
  if (hot === undefined || there === undefined || others.length === 0) return 'KV cache by instance: not read'
  const mean = others.reduce((sum, value) => sum + value, 0) / others.length
  return `KV cache ${formatPercent(there)} on ${nameOfRow(hot)}, ${formatPercent(mean)} on the others`
}
