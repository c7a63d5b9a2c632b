import type { Action } from '../../domain/action.ts'
import { readOnly, reversible } from '../../domain/action.ts'
import { formatNumber, formatPercent } from '../../domain/quantity.ts'
import type { Row, RowKey } from '../../domain/reading.ts'
import { valueOf } from '../../domain/reading.ts'
import type { Text } from '../../domain/text.ts'
import { say } from '../../domain/text.ts'
import { queueMean } from '../../signals/vllm/latency.ts'
import { kvUsage, waitingMean, waitingRequests } from '../../signals/vllm/scheduler.ts'
import { prefixHitRatio } from '../../signals/vllm/traffic.ts'
import { clientActions, clientSentences, clientsNamed } from '../outside/client-words.ts'
import { anyOf } from '../predicates/predicate.ts'
import { explainsGrowth } from '../engine/stage-test.ts'
import { nameAt, sumAt } from '../predicates/level.ts'
import { rowsOf } from '../predicates/lookup.ts'
import { branch } from '../node.ts'
import type { Case } from '../node.ts'
import { onThem, rowAbove } from '../predicates/row-tests.ts'
import { fleetSentence, firstRow, rowSentence } from '../predicates/sentences.ts'
import type { Load, Peers } from '../skew/skew.ts'
import { LOADS, spreadOf } from '../skew/skew.ts'
import { affinityHint, missingPeers } from '../skew/skew-words.ts'
import { skewed } from '../skew/skew-test.ts'
import { GUILTY_SHARE } from '../thresholds/latency.ts'
import { LONG_QUEUE, QUEUE } from '../thresholds/queue.ts'

export const queueSkew = branch({
  id: 'queue_skew',
  ask: say`Does one instance get far more than its share of the arrivals, or of their tokens?`,
  when: skewed('instance'),
  confirm: [
    {
      test: anyOf(onThem(rowAbove(queueMean, LONG_QUEUE)), explainsGrowth('queue', GUILTY_SHARE)),
      excludes: 'queue.capacity',
      settleWith: say`compare the instances' queue times: sum(rate(vllm:request_queue_time_seconds_sum[5m])) by (instance)`,
    },
  ],
  settleWith: say`compare the gateway's request rate by upstream`,
  conclude: {
    cause: 'queue.skew',
    title: skewTitle,
    clients: ({ evidence }) => clientsNamed(evidence),
    because: (at) => {
      const row = firstRow(at)
      if (row === undefined) return []
      return [
        kvSentence(at),
        fleetSentence(at, queueMean),
        rowSentence(at, queueMean, row),
        rowSentence(at, prefixHitRatio, row),
        ...affinityHint(at.evidence, row),
        ...missingPeers(at.evidence, row),
        ...clientSentences(at.evidence),
        say`adding instances does nothing while the balancer sends the load to one`,
      ]
    },
    actions: (at) => {
      const hot = firstRow(at)?.instance ?? say`the hot instance`
      return {
        now: [
          reversible(
            say`Send new requests elsewhere: lower the weight of ${hot} at the gateway, or switch to least-loaded`,
          ),
          ...whoActions(at, hot),
          readOnly(say`Check the gateway's health checks of the peers: an ejected or flapping peer makes the rest hot`),
        ],
        today: [
          reversible(
            say`Mend the health check or the policy, go back to equal weights, watch the shares for ten minutes`,
          ),
          readOnly(
            say`Does the load follow a connection (keep-alive), a session or prefix key (affinity), or the clock?`,
          ),
        ],
        thisWeek: [
          reversible(say`Alert on arrivals max/mean > 2 for 5 minutes`),
          reversible(say`Limit each client key, and give long-document batches a pool of their own`),
        ],
        rollback: [reversible(say`Restore the gateway's weights and policy as they were`)],
      }
    },
  },
  runbook: {
    means:
      'One instance gets far more than its share of the requests: a queue grows there while its peers have room. ' +
      'It looks like a want of capacity. A slow instance holds more requests as well, but it does not get more.',
    check: [
      'Arrivals by instance: the request rate by upstream at the gateway, else `sum by (instance) (rate(vllm:time_to_first_token_seconds_count[5m]))`',
      'Who waits, many on one and nobody on the others: `sum by (instance) (vllm:num_requests_waiting)`',
      "What it follows: the gateway's health checks (a peer that is out makes the rest hot), the life of a connection, a session or prefix key",
      'Hot in bursts, another instance each time, and even over five minutes? A router that decides on a snapshot of metrics sends a burst to whoever looked best in it (queue.skew.stale_metrics). Scrapes come too rarely to show it: read its log of decisions',
    ],
    avoid: [
      'Do not add instances: the balancer goes on sending the load to one',
      'Do not restart the hot instance: the load moves on to another or comes back, and its cache is gone',
      'Do not rank instances by finished requests: a slow one finishes fewer while it holds more',
    ],
  },
})

/** What is known of who sends it, else how to find out. */
function whoActions({ evidence }: Case, hot: string | Text): readonly Action<Text>[] {
  const known = clientActions(evidence)
  return known.length > 0
    ? known
    : [readOnly(say`Find who talks to ${hot}: its access log, by client; limit the top one at the gateway`)]
}

function skewTitle(at: Case): Text {
  return say`${skewSentence(at)}.`
}

/** Who takes how much, and who waits; without a full stop, for more to follow. */
export function skewSentence(at: Case): Text {
  const found = hotPeers(at)
  const [hot] = found?.peers.shares ?? []
  if (found === undefined || hot === undefined) return say`One instance gets far more than its share of the load`
  const { peers, load } = found
  const wait = waitWords(at, hot.key)
  const of = load === 'arrivals' ? say`arrivals` : say`all tokens, though not of arrivals`
  return say`${hot.key.instance} takes ${formatPercent(hot.share)} of ${of}
      (fair share ${formatPercent(1 / peers.shares.length)}): ${wait}, ${peersWord(at, peers)}`
}

/** Those that wait now; of a queue that is gone at this moment, what it was in the window. */
function waitWords({ evidence }: Case, hot: RowKey): Text {
  const [now, mean] = [waitingRequests, waitingMean].map((signal) => sumAt(evidence, signal, 'instance')(hot))
  if (now !== undefined && now > 0) return say`${formatNumber(now)} requests wait there`
  if (mean === undefined) return say`requests wait there`
  return say`${formatNumber(mean)} requests waited there in the mean${now === undefined ? '' : say`, none at this moment`}`
}

interface HotPeers {
  readonly peers: Peers
  readonly load: Load
}

/** The peers of the instance that the branch is about, by what makes it hot. */
function hotPeers({ evidence, outcome }: Case): HotPeers | undefined {
  const [about] = outcome.rows
  const isIt = (key: RowKey): boolean => about !== undefined && nameAt(key, 'instance') === nameAt(about, 'instance')
  for (const load of ['arrivals', 'tokens'] as const) {
    const peers = spreadOf(evidence, 'instance', load).peers.find(
      ({ shares: [hot] }) => hot !== undefined && isIt(hot.key),
    )
    const isUneven = outcome.used.some(
      ({ signal, row }) => signal === LOADS[load].signal.id && row !== undefined && isIt(row),
    )
    if (peers !== undefined && isUneven) return { peers, load }
  }
  return undefined
}

/** How many of its peers have nobody waiting, over the window. */
function peersWord({ evidence }: Case, { shares }: Peers): Text {
  const waitingAt = sumAt(evidence, waitingMean, 'instance')
  const peers = shares.slice(1).map(({ key }) => waitingAt(key))
  const quiet = peers.filter((waiting) => waiting !== undefined && waiting < QUEUE).length
  if (quiet < peers.length) return say`none on ${quiet} of its ${peers.length} peers`
  return peers.length === 1 ? say`none on its peer` : say`none on its ${peers.length} peers`
}

/** `KV cache 95 % on a, 40 % on its peers`, the means of their engines. */
function kvSentence({ evidence, outcome }: Case): Text {
  const [hot] = outcome.rows
  const rows = rowsOf(evidence, kvUsage).filter(({ key }) => key.modelName === hot?.modelName)
  const there = meanOf(rows.filter(({ key }) => key.instance === hot?.instance))
  const others = meanOf(rows.filter(({ key }) => key.instance !== hot?.instance))
  if (hot === undefined || there === undefined || others === undefined) return say`KV cache by instance: not read`
  return say`KV cache ${formatPercent(there)} on ${hot.instance}, ${formatPercent(others)} on the others`
}

function meanOf(rows: readonly Row[]): number | undefined {
  const values = rows.flatMap(({ now }) => valueOf(now) ?? [])
  if (values.length === 0) return undefined
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
