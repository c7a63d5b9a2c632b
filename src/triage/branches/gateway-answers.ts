import { readOnly, reversible } from '../../domain/action.ts'
import { commaed, say } from '../../domain/text.ts'
import { envoyTimeouts, gatewayErrors, gatewayRestarts, gatewayTimeouts } from '../../signals/gateway.ts'
import { endToEndMean } from '../../signals/vllm/latency.ts'
import { waitingMean } from '../../signals/vllm/scheduler.ts'
import { completions } from '../../signals/vllm/traffic.ts'
import { ENGINES_FLAT } from '../diagnosis/engines-flat.ts'
import { failuresAreShared, failuresAtOneAge } from '../outside/client-tests.ts'
import { ageSentences } from '../outside/client-words.ts'
import { fell } from '../predicates/fleet-tests.ts'
import { answersFail, answersTimeOut, gatewayHasStarted } from '../outside/gateway-test.ts'
import { branch } from '../node.ts'
import { allOf, anyOf, whereThere } from '../predicates/predicate.ts'
import { fleetSentence, knownSentences } from '../predicates/sentences.ts'
import { FEWER_REQUESTS } from '../thresholds/load.ts'

export const gatewayTimeout = branch({
  id: 'gateway_timeout',
  ask: say`Does a hop before the engines time out first?`,
  when: anyOf(answersTimeOut, whereThere(failuresAtOneAge)),
  confirm: [
    {
      test: anyOf(answersTimeOut, failuresAreShared),
      excludes: 'outside.client_timeout_abort',
      settleWith: say`failures by client in the access log: all of one client are its own timeout, of all clients that of a hop`,
    },
    ...ENGINES_FLAT,
  ],
  settleWith: say`durations of the failed requests: do they lie within a second of one number?`,
  conclude: {
    cause: 'outside.gateway_timeout',
    title: (at) =>
      say`The gateway's patience ends before the engines answer: ${commaed([...knownSentences(at, gatewayTimeouts, envoyTimeouts), ...ageSentences(at)])}.`,
    because: (at) => [
      ...knownSentences(at, gatewayTimeouts, envoyTimeouts, gatewayErrors),
      ...ageSentences(at),
      fleetSentence(at, waitingMean),
      fleetSentence(at, endToEndMean),
    ],
    actions: () => ({
      now: [
        readOnly(
          say`Which hop is it? The durations of failed requests lie at its timeout: 30, 60, 100, 120, 300, 600 or 900 s`,
        ),
        readOnly(say`By upstream: do the 504s come from one? Then it is that instance, and no timeout`),
        reversible(
          say`If they come from all and nobody waits in the engines, raise that timeout: proxy-read-timeout in ingress-nginx`,
        ),
      ],
      today: [reversible(say`Order the timeouts: each outer hop waits longer than the next inner one`)],
      thisWeek: [reversible(say`Stream, so that a byte comes before a read timeout does`)],
      rollback: [reversible(say`Restore the timeout`)],
    }),
  },
  runbook: {
    means:
      'A 504 is a hop whose patience was over. Long prompts can take longer to their first token than a read timeout of ' +
      '60 s. While requests wait or an engine hangs the timeout is only the end of it, and to raise it hides the cause.',
    check: [
      'Durations of what failed, in the access log: more than half within 1 % of one number are the timeout of one hop',
      'Who waits: `vllm:num_requests_waiting`; if anybody does, look there first',
      "The gateway's own: `kubectl get ingress -o yaml | grep -i timeout`",
    ],
    avoid: [
      'Do not raise a timeout while requests wait',
      'Do not trust the inner timeout alone: the shortest of all hops counts',
    ],
  },
})

export const gatewayRestart = branch({
  id: 'gateway_restart',
  ask: say`Has the gateway started anew, and requests fail or stay away?`,
  when: allOf(gatewayHasStarted, anyOf(answersFail, fell(completions, FEWER_REQUESTS))),
  confirm: [
    ...ENGINES_FLAT,
    // Fewer requests are a quiet hour as often as not.
    {
      test: answersFail,
      strength: 'supports',
      excludes: 'healthy',
      settleWith: say`does anybody miss an answer? 5xx in the gateway's log since its start`,
    },
  ],
  settleWith: say`kubectl get pods of the gateway: do RESTARTS grow?`,
  conclude: {
    cause: 'outside.gateway_restart',
    title: (at) =>
      say`The gateway has started anew (${fleetSentence(at, gatewayRestarts)}), and requests fail or stay away.`,
    because: (at) => [
      ...knownSentences(at, gatewayRestarts, gatewayErrors),
      fleetSentence(at, completions),
      fleetSentence(at, waitingMean),
    ],
    actions: () => ({
      now: [readOnly(say`Why did it stop? Out of memory, a probe, or a rollout`, 'kubectl describe pod <gateway>')],
      today: [reversible(say`Undo its last change if the first start lies at it`)],
      thisWeek: [reversible(say`Run at least two, and drain one before it stops: streams live for minutes`)],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'When a gateway stops, every stream through it ends, however well the engines are. Callers then come again all at once.',
    check: [
      'Its pods: `kubectl get pods` in its namespace, RESTARTS and AGE',
      'Why: `kubectl logs --previous <gateway>`, and `Last State` in `kubectl describe pod`',
    ],
    avoid: ['Do not restart the engines: they only lost their callers'],
  },
})
