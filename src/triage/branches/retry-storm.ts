import { readOnly, reversible } from '../../domain/action.ts'
import { clientsOf } from '../../domain/evidence.ts'
import { threeDigits } from '../../domain/quantity.ts'
import type { Text } from '../../domain/text.ts'
import { say } from '../../domain/text.ts'
import { envoyRetries, gatewayRequests } from '../../signals/gateway.ts'
import { waitingMean } from '../../signals/vllm/scheduler.ts'
import { firstTokens } from '../../signals/vllm/traffic.ts'
import { clientAttemptsGrew } from '../outside/client-tests.ts'
import { isDown } from '../engine/direct-word.ts'
import { above } from '../predicates/fleet-tests.ts'
import { branch } from '../node.ts'
import type { Case } from '../node.ts'
import { whereThere } from '../predicates/predicate.ts'
import { anyOf } from '../predicates/predicate.ts'
import { attemptsGrew, attemptsPerRequest } from '../outside/retries.ts'
import { anyRow, rowAbove } from '../predicates/row-tests.ts'
import { fleetSentence, knownSentences } from '../predicates/sentences.ts'
import { RETRIES } from '../thresholds/outside.ts'
import { QUEUE } from '../thresholds/queue.ts'
import { holdsWithoutProgress } from '../engine/no-progress.ts'

// It multiplies what another cause began, so it stands behind them all, and is sure only where one of them is in sight.
export const retryStorm = branch({
  id: 'retry_storm',
  ask: say`Are requests sent again and again, so that the engines get more than was asked?`,
  when: anyOf(whereThere(attemptsGrew), whereThere(above(envoyRetries, RETRIES)), whereThere(clientAttemptsGrew)),
  confirm: [
    // Requests that begin and requests that end part for other reasons as well: only who sends again counts retries.
    {
      test: anyOf(above(envoyRetries, RETRIES), clientAttemptsGrew),
      strength: 'supports',
      excludes: 'queue',
      settleWith: say`does the gateway say that it sends again? Retries in its metrics, or several upstreams in one line of its access log`,
    },
    {
      test: anyOf(holdsWithoutProgress, anyRow(isDown), anyRow(rowAbove(waitingMean, QUEUE))),
      strength: 'supports',
      excludes: 'queue',
      settleWith: say`which instance was the first that was slow or silent, before the requests became more?`,
    },
  ],
  settleWith: say`requests at the engines over requests at the gateway, now and an hour ago`,
  conclude: {
    cause: 'outside.client_retry_storm',
    title: (at) => say`Requests are sent again: ${times(at)}. The retries are load of their own.`,
    because: (at) => [
      fleetSentence(at, firstTokens),
      ...knownSentences(at, gatewayRequests, envoyRetries),
      ...triesSentences(at),
      fleetSentence(at, waitingMean),
    ],
    actions: () => ({
      now: [
        reversible(say`Set the gateway's retries to 0 on timeouts: proxy_next_upstream off, or retries: 0`),
        readOnly(say`Find the first instance that was slow or silent before the requests became more`),
      ],
      today: [
        readOnly(say`Who retries: the gateway or a client library? Look for the same prompt length again and again`),
      ],
      thisWeek: [reversible(say`Retry only before a byte was sent, and within a budget of a tenth of all requests`)],
      rollback: [reversible(say`Restore the gateway's retries`)],
    }),
  },
  runbook: {
    means:
      'The engines get more requests than clients have sent: a gateway or a client library sends again what took too long. ' +
      'It is an amplifier, never the beginning: one slow or silent instance began it. More demand looks alike at the ' +
      'engines, but grows at the gateway as well.',
    check: [
      'Attempts for each request: `sum(rate(vllm:time_to_first_token_seconds_count[5m])) / sum(rate(nginx_ingress_controller_request_duration_seconds_count[5m]))`, now and before',
      'The same prompt within a timeout on several instances: repeated values of `prompt_tokens` in the request logs',
      'In Envoy: `rate(envoy_cluster_upstream_rq_retry[5m])`',
    ],
    avoid: [
      'Do not add instances for the retries: they are answered with more',
      'Do not turn retries off for refused connections alone: those cost nothing',
    ],
  },
})

/** By the tries that an access log lists. */
function triesSentences({ evidence }: Case): readonly Text[] {
  const clients = clientsOf(evidence)
  const { now, before } = (clients.status === 'present' ? clients.amplification : undefined) ?? {}
  if (now === undefined || before === undefined) return []
  return [say`access logs hold ${threeDigits(now)} tries for a request (was ${threeDigits(before)})`]
}

function times(at: Case): Text {
  const [tries] = triesSentences(at)
  if (clientAttemptsGrew.evaluate(at.evidence).answer === 'yes' && tries !== undefined) return tries
  const { now, before } = attemptsPerRequest(at.evidence)
  if (attemptsGrew.evaluate(at.evidence).answer !== 'yes' || now === undefined || before === undefined) {
    return fleetSentence(at, envoyRetries)
  }
  return say`the engines get ${threeDigits(now)} requests for each at the gateway (was ${threeDigits(before)})`
}
