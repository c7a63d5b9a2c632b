import { readOnly, reversible } from '../../domain/action.ts'
import { commaed, say } from '../../domain/text.ts'
import { gatewayErrors, gatewayGaveUp } from '../../signals/gateway.ts'
import { up } from '../../signals/scrape.ts'
import { endToEndMean } from '../../signals/vllm/latency.ts'
import { waitingMean } from '../../signals/vllm/scheduler.ts'
import { abortShare } from '../../signals/vllm/traffic.ts'
import { isDown } from '../engine/direct-word.ts'
import { ENGINES_FLAT } from '../diagnosis/engines-flat.ts'
import { rose } from '../predicates/fleet-tests.ts'
import { answersFail, answersTimeOut, gatewayHasStarted, gatewayOverflows } from '../outside/gateway-test.ts'
import { branch } from '../node.ts'
import { whereThere } from '../predicates/predicate.ts'
import { allOf, anyOf, not } from '../predicates/predicate.ts'
import { anyRow } from '../predicates/row-tests.ts'
import { fleetSentence, knownSentences } from '../predicates/sentences.ts'
import { MORE_LEAVE } from '../thresholds/outside.ts'

// Leaves by age are not told apart here: no histogram of vLLM holds a request that was given up.
export const clientsLeave = branch({
  id: 'clients_leave',
  ask: say`Do callers give up more often than before, although the engines are as fast?`,
  when: anyOf(whereThere(rose(gatewayGaveUp, MORE_LEAVE)), whereThere(rose(abortShare, MORE_LEAVE))),
  confirm: ENGINES_FLAT,
  settleWith: say`ages of the requests that were given up, in the access log: do they lie at one number?`,
  conclude: {
    cause: 'outside',
    title: (at) =>
      say`Callers give up more requests than before: ${commaed(knownSentences(at, gatewayGaveUp, abortShare))}.`,
    because: (at) => [
      ...knownSentences(at, gatewayGaveUp, abortShare),
      fleetSentence(at, waitingMean),
      fleetSentence(at, endToEndMean),
      say`a release of vLLM may not count a client that left: the true number may be higher`,
    ],
    actions: () => ({
      now: [
        readOnly(
          say`Ages of the requests that were given up: all at one number are a timeout of the client or of a hop`,
        ),
        readOnly(say`One client or all? Group them by key or address`),
      ],
      today: [
        reversible(say`Raise that client's timeout above the time that its longest prompts take to the first token`),
      ],
      thisWeek: [reversible(say`Ask callers to stream, so that they see that work goes on`)],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'Requests are given up before their answer is whole. What it is tells their age: all at one number is a timeout, of ' +
      'the client or of a hop; near 0 is a connection that was closed under it (a keep-alive that is too short); any age ' +
      'is people who press stop. Slow engines make people leave, too, so look there first.',
    check: [
      'Ages: durations of 499 in the access log; within 1 % of 30, 60, 100, 120, 300 or 600 s is a timeout',
      'Which hop: the outermost one that logs that age; `curl -m 200 <gateway>/v1/completions …` tells whether a hop cuts it',
      'Near 0 and more at low traffic: `VLLM_HTTP_TIMEOUT_KEEP_ALIVE` is shorter than what the proxy keeps idle connections for',
    ],
    avoid: [
      'Do not take few aborts for none: not every release counts a client that left',
      'Do not let callers retry at once: that doubles the load',
    ],
  },
})

export const gatewayFails = branch({
  id: 'gateway_fails',
  ask: say`Does the gateway answer with errors that no engine explains?`,
  when: allOf(
    answersFail,
    not(gatewayOverflows),
    not(answersTimeOut),
    not(whereThere(anyRow(isDown))),
    not(gatewayHasStarted),
  ),
  confirm: ENGINES_FLAT,
  settleWith: say`errors by upstream and reason in the gateway's log`,
  conclude: {
    cause: 'outside',
    title: (at) => say`The gateway fails requests though the engines are there: ${fleetSentence(at, gatewayErrors)}.`,
    because: (at) => [fleetSentence(at, gatewayErrors), fleetSentence(at, up), fleetSentence(at, waitingMean)],
    actions: () => ({
      now: [
        readOnly(
          say`Reasons and durations of the 5xx in the gateway's log: refused, reset, no upstream; at once, and more of them at low traffic, is a connection that the server had closed`,
        ),
        readOnly(say`Straight to an instance: is it well?`, 'curl -m 20 <instance>/v1/models'),
      ],
      today: [
        reversible(say`Keep idle connections at the proxy for less time than vLLM does (5 s unless told otherwise)`),
      ],
      thisWeek: [],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'Answers are 5xx, while no engine is known to be down and none waits. A connection that the server closed a moment ' +
      'before it was used (502 with a duration near 0, more at low traffic), or no upstream left after checks that are ' +
      'too strict, or a limit that its metrics do not show.',
    check: [
      'Durations and reasons of 5xx in its access log; Envoy writes `UO` for overflow, `UT` for a timeout, `UC` for a closed connection',
      'Is it one upstream or all? Group by upstream address',
      'Does the engine know of them? No line in its access log means that they never came there: `kubectl logs <vllm> | grep POST`',
    ],
    avoid: ['Do not add engines: they have room', 'Do not retry POST blindly: what was half done is done twice'],
  },
})
