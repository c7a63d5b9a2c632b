import type { Action } from '../../domain/action.ts'
import { readOnly, reversible } from '../../domain/action.ts'
import type { Cause } from '../../domain/cause.ts'
import { formatPercent } from '../../domain/quantity.ts'
import type { RowKey } from '../../domain/reading.ts'
import { fewOf, say } from '../../domain/text.ts'
import type { Text } from '../../domain/text.ts'
import { envoyHealthyShare, routerHealthyShare } from '../../signals/gateway.ts'
import { arrivals } from '../../signals/vllm/traffic.ts'
import { countsAsYes } from '../predicates/belief.ts'
import { alikeOf, allSendThere, keepersOf, someKeepThere } from '../skew/client-spread.ts'
import { takesSomeOut } from '../outside/gateway-test.ts'
import { branch } from '../node.ts'
import type { Branch, Case, Confirmation, Runbook } from '../node.ts'
import { joinAll } from '../predicates/predicate.ts'
import type { Predicate } from '../predicates/predicate.ts'
import { eitherOf, rowNot, rowWhereThere } from '../predicates/row-logic.ts'
import { onThem } from '../predicates/row-tests.ts'
import type { RowTest } from '../predicates/row-tests.ts'
import { firstRow, knownSentences } from '../predicates/sentences.ts'
import { hitsByFarBest } from '../skew/skew-hits.ts'
import { skewed } from '../skew/skew-test.ts'
import { idlePeers } from '../skew/skew-words.ts'
import { queueSkew, skewSentence } from './queue-skew.ts'

/** One reason for a skew: what tells it from the others, beside what tells a skew. */
interface SkewKind {
  readonly id: string
  readonly ask: Text
  readonly cause: Cause
  readonly sign: RowTest
  readonly confirm: readonly Confirmation[]
  readonly settleWith: Text
  /** The end of the title: `b takes 78 % …; why`. */
  readonly why: (at: Case, hot: RowKey) => Text
  readonly because: (at: Case, hot: RowKey) => readonly Text[]
  readonly mend: readonly Action<Text>[]
  readonly runbook: Runbook
}

/** Asked after the plain skew, which is said where nothing tells what the load follows. */
function kindOfSkew({ sign, confirm, cause, why, because, mend, ...page }: SkewKind): Branch {
  return branch({
    ...page,
    when: skewWith(sign),
    confirm: [...queueSkew.confirm, ...confirm],
    conclude: {
      ...queueSkew.conclude,
      cause,
      title: (at) => {
        const hot = firstRow(at)
        return hot === undefined ? queueSkew.conclude.title(at) : say`${skewSentence(at)}; ${why(at, hot)}.`
      },
      because: (at) => {
        const hot = firstRow(at)
        return hot === undefined ? [] : [...because(at, hot), ...queueSkew.conclude.because(at)]
      },
      actions: (at) => ({ ...queueSkew.conclude.actions(at), today: mend }),
    },
  })
}

/** A skew, and the sign is there on the instance that is hot. */
function skewWith(sign: RowTest): Predicate {
  const skew = skewed('instance')
  return {
    reads: [...new Set([...skew.reads, ...sign.reads])],
    text: `${skew.text}, and ${sign.text}`,
    evaluate(evidence) {
      const outcome = skew.evaluate(evidence)
      const [hot] = outcome.rows
      if (!countsAsYes(outcome.answer) || hot === undefined) return outcome
      return joinAll([outcome, sign.evaluate(evidence, hot)])
    },
  }
}

/** Servers are out by the gateway's own count, and peers of the hot one get nothing at all. */
const peersAreOut: RowTest = {
  reads: [arrivals, envoyHealthyShare, routerHealthyShare],
  text: 'the gateway has taken servers out, and no request comes to some of its peers',
  answer: (evidence, row) => {
    const { answer } = takesSomeOut.evaluate(evidence)
    return countsAsYes(answer) && idlePeers(evidence, row).length === 0 ? 'no' : answer
  },
  evaluate(evidence, row) {
    const outcome = takesSomeOut.evaluate(evidence)
    const answer = peersAreOut.answer(evidence, row)
    return { ...outcome, answer, rows: countsAsYes(answer) ? [row] : [] }
  },
}

export const skewOfBalancer = kindOfSkew({
  id: 'skew_of_balancer',
  ask: say`Does the balancer send it there whoever asks, or has it taken the peers out?`,
  cause: 'queue.skew.lb',
  sign: eitherOf(rowWhereThere(allSendThere), peersAreOut),
  confirm: [
    {
      // All may ask for one prefix that is in fashion, and the router follows that.
      test: onThem(rowNot(hitsByFarBest)),
      strength: 'supports',
      excludes: 'queue.skew.affinity',
      settleWith: say`does the load move with the prompts (a prefix key)? Send a prompt that nobody sends and see where it goes`,
    },
  ],
  settleWith: say`each client's requests by upstream in the gateway's log: do all of them go to the hot instance alike?`,
  why: ({ evidence }, hot) => {
    return allSendThere.answer(evidence, hot) === 'yes'
      ? say`${alikeOf(evidence, hot)} clients alike are sent there, so it is the balancer and no client, session or key`
      : say`the gateway has taken peers out, and the load of those falls on it`
  },
  because: (at) => knownSentences(at, envoyHealthyShare, routerHealthyShare),
  mend: [
    readOnly(
      say`Which is it: weights, a check that takes peers out, a counter of a least-busy policy, or a Service address with kept connections? The first shows in the configuration, the second in the health of the upstreams`,
    ),
    reversible(say`Go back to random or round robin with equal weights, watch the shares for ten minutes`),
  ],
  runbook: {
    means:
      'Requests of every client go to the hot instance alike, or its peers are out by the count of the gateway: the choice ' +
      'is the balancer’s. Weights that are wrong, checks that flap, a counter of requests in flight that went below zero, ' +
      'and connections that are kept to a Service address (kube-proxy chooses once a connection) do it.',
    check: [
      "Parts by client and upstream in the gateway's log: all clients alike are the balancer, some alone are a session or a key",
      'Who is out: `envoy_cluster_membership_healthy / envoy_cluster_membership_total`, `vllm:healthy_pods_total` by server, `GET /upstreams/<name>/health` in Kong',
      'Does it come and go with a clock (every ten minutes, say)? Then it is a counter of the router that expires',
      'Does it move when connections are made anew? Then they are kept to an address that is balanced once: a headless Service ends it',
    ],
    avoid: [
      'Do not add instances, and do not restart the hot one: the balancer goes on as before',
      'Do not blame the client with the most requests: all of them are sent there',
    ],
  },
})

export const skewOfAffinity = kindOfSkew({
  id: 'skew_of_affinity',
  ask: say`Does the load follow a session, a key or a prefix?`,
  cause: 'queue.skew.affinity',
  sign: eitherOf(rowWhereThere(someKeepThere), rowWhereThere(hitsByFarBest)),
  confirm: [
    {
      // Of a balancer that pins connections the turns of a session hit best where it pins them, too.
      test: onThem(someKeepThere),
      strength: 'supports',
      excludes: 'queue.skew.lb',
      settleWith: say`each client's requests by upstream in the gateway's log: some alone keep to the hot instance where it follows a session or key; what follows a connection moves when the client connects anew`,
    },
  ],
  settleWith: say`each client's requests by upstream, and the prefix cache hit ratio by instance`,
  why: ({ evidence }, hot) => {
    const keepers = keepersOf(evidence, hot).map(({ client }) => client)
    return keepers.length === 0
      ? say`its prefix cache hits by far best, so the router may follow a prefix`
      : say`the balancer keeps ${fewOf(keepers, 2)} there and spreads the others`
  },
  because: ({ evidence }, hot) =>
    keepersOf(evidence, hot)
      .slice(0, 2)
      .map(
        ({ client, requestShare }) =>
          say`${client}, which is kept there, sends ${formatPercent(requestShare)} of all requests`,
      ),
  mend: [
    reversible(
      say`Give the affinity a term for load: a router that scores prefixes less the load of who owns them, or consistent hashing with bounded loads`,
    ),
    reversible(say`Or let the hot session or key go: a cookie or key for each user instead of one for a team`),
  ],
  runbook: {
    means:
      'A router that keeps sessions, keys or prefixes to the instance which has their blocks keeps a heavy one there, too: it ' +
      'queues while its peers have room. Their cache hits are what the affinity is for, so to turn it off costs prefill.',
    check: [
      'Hits by instance: `sum by (instance) (rate(vllm:prefix_cache_hits_total[5m])) / sum by (instance) (rate(vllm:prefix_cache_queries_total[5m]))`; the owner of a hot prefix has by far the best',
      "Requests by client and upstream in the gateway's log: who goes to one instance alone?",
      'Does it move when the client connects anew? Then it follows the connection, and no key',
    ],
    avoid: [
      'Do not turn affinity off altogether before you know what its hits save',
      'Do not restart the hot instance: its cache is gone, and the load comes back',
    ],
  },
})
