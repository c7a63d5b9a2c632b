import { readOnly, reversible } from '../../domain/action.ts'
import { say } from '../../domain/text.ts'
import { envoyOverflow, gatewayErrors } from '../../signals/gateway.ts'
import { waitingMean } from '../../signals/vllm/scheduler.ts'
import { ENGINES_FLAT } from '../diagnosis/engines-flat.ts'
import { gatewayOverflows } from '../outside/gateway-test.ts'
import { branch } from '../node.ts'
import { fleetSentence, knownSentences } from '../predicates/sentences.ts'

// Envoy's circuit breaker counts what it refuses, and no engine ever hears of it.
export const gatewayLimit = branch({
  id: 'gateway_limit',
  ask: say`Does the gateway refuse requests at a limit of its own?`,
  when: gatewayOverflows,
  confirm: ENGINES_FLAT,
  settleWith: say`increase(envoy_cluster_upstream_rq_pending_overflow[5m]), or UO among the response flags of its access log`,
  conclude: {
    cause: 'outside.gateway_limit',
    title: (at) =>
      say`The gateway refuses requests at a limit of its own, though the engines have room: ${fleetSentence(at, envoyOverflow)}.`,
    because: (at) => [...knownSentences(at, envoyOverflow, gatewayErrors), fleetSentence(at, waitingMean)],
    actions: () => ({
      now: [
        readOnly(
          say`Which limit is it? max_connections, max_pending_requests, max_requests or streams, by cluster`,
          "curl -s <envoy>:9901/clusters | grep -E 'max_|cx_active|rq_active|rq_pending'",
        ),
      ],
      today: [reversible(say`Raise that limit above what is in flight at the peak, or add replicas of the gateway`)],
      thisWeek: [
        reversible(say`Alert on the overflow; answers last minutes here, so more are open than of a usual API`),
      ],
      rollback: [reversible(say`Set the limit back`)],
    }),
  },
  runbook: {
    means:
      'Envoy lets only so many connections, requests or waiting requests through (1024 each, unless told otherwise) and ' +
      'answers the rest with 503 itself. Answers of a model last long, so few requests a second are many open ones. The ' +
      'engines have room and never see what was refused.',
    check: [
      'What was refused: `increase(envoy_cluster_upstream_rq_pending_overflow[5m])`, response flag `UO` in the access log',
      'That the engines have room: `sum(vllm:num_requests_waiting)` is 0',
    ],
    avoid: ['Do not add engines: they have room', 'Do not let callers retry at once: that is refused as well'],
  },
})
