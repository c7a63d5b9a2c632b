import { readOnly, reversible } from '../../domain/action.ts'
import { commaed, say } from '../../domain/text.ts'
import { envoyHealthyShare, gatewayErrors, routerHealthyShare } from '../../signals/gateway.ts'
import { up } from '../../signals/scrape.ts'
import { onlyByHand } from '../predicates/by-hand.ts'
import { isDown, noneSilent } from '../engine/direct-word.ts'
import { above } from '../predicates/fleet-tests.ts'
import { takesSomeOut } from '../outside/gateway-test.ts'
import { branch } from '../node.ts'
import { allOf, not } from '../predicates/predicate.ts'
import { anyRow } from '../predicates/row-tests.ts'
import { fleetSentence, knownSentences } from '../predicates/sentences.ts'
import { holdsWithoutProgress } from '../engine/no-progress.ts'

export const healthCheckWrong = branch({
  id: 'health_check',
  ask: say`Has the gateway taken servers out that all answer?`,
  when: allOf(takesSomeOut, above(up, 0), not(anyRow(isDown))),
  confirm: [
    {
      test: noneSilent,
      excludes: 'instance.down',
      settleWith: say`ask each directly: curl -m 5 -sS <instance>/health`,
    },
    {
      test: not(holdsWithoutProgress),
      excludes: 'engine.hang',
      settleWith: say`send a one-token request to each instance: an engine that hangs is taken out rightly`,
    },
    {
      test: onlyByHand("those that are out are this fleet's"),
      strength: 'supports',
      excludes: 'healthy',
      settleWith: say`curl -s <envoy>:9901/clusters | grep health_flags: which are out, and of this fleet's cluster?`,
    },
  ],
  settleWith: say`curl -s <envoy>:9901/clusters | grep health_flags, beside /health of each instance`,
  conclude: {
    cause: 'outside.health_check_false_negative',
    title: (at) =>
      say`The gateway has taken servers out, though every instance answers: ${commaed(knownSentences(at, envoyHealthyShare, routerHealthyShare))}.`,
    because: (at) => [
      fleetSentence(at, envoyHealthyShare),
      fleetSentence(at, up),
      ...knownSentences(at, gatewayErrors),
    ],
    actions: () => ({
      now: [
        readOnly(say`Which are out, and why?`, "curl -s <envoy>:9901/clusters | grep -E 'health_flags|failed_'"),
        readOnly(
          say`What does its check get from a good instance? Ask as it does, without the callers' key: HTTP 401 is no illness`,
        ),
      ],
      today: [reversible(say`Let the check ask /health, which needs no key, or give it one; allow three misses`)],
      thisWeek: [reversible(say`Alert on healthy servers against instances up`)],
      rollback: [reversible(say`Put the check back as it was`)],
    }),
  },
  runbook: {
    means:
      'Checks or outlier detection of the gateway took out instances that answer: a check without the API key gets 401, one ' +
      'with a short patience times out on a busy engine. What is left gets all the load and looks like a hot instance.',
    check: [
      'Healthy of all: `envoy_cluster_membership_healthy / envoy_cluster_membership_total`, by cluster; `vllm:healthy_pods_total` of the production-stack router, by server',
      'The same question by hand: `curl -i <instance>/health`, and what the check asks; 401 in the access log from the address of the gateway',
    ],
    avoid: ['Do not restart those that are out: they are well', 'Do not add engines: the check takes them out as well'],
  },
})
