import { readOnly, reversible } from '../../domain/action.ts'
import type { Text } from '../../domain/text.ts'
import { commaed, say } from '../../domain/text.ts'
import { endToEndMean } from '../../signals/vllm/latency.ts'
import { waitingMean } from '../../signals/vllm/scheduler.ts'
import { failuresAreOneClients, failuresAtOneAge, whoseFailures } from '../outside/client-tests.ts'
import { ageSentences } from '../outside/client-words.ts'
import { ENGINES_FLAT } from '../diagnosis/engines-flat.ts'
import { answersTimeOut } from '../outside/gateway-test.ts'
import { branch } from '../node.ts'
import type { Case } from '../node.ts'
import { allOf, not } from '../predicates/predicate.ts'
import { fleetSentence } from '../predicates/sentences.ts'

export const clientTimeout = branch({
  id: 'client_timeout',
  ask: say`Does one client give up at one age, while others' requests go through?`,
  when: allOf(failuresAtOneAge, failuresAreOneClients),
  confirm: [
    {
      test: not(answersTimeOut),
      excludes: 'outside.gateway_timeout',
      settleWith: say`status of what failed: 499 is the client, 504 the gateway`,
    },
    ...ENGINES_FLAT,
  ],
  settleWith: say`durations and clients of the requests that were given up, in the access log`,
  conclude: {
    cause: 'outside.client_timeout_abort',
    title: (at) =>
      say`${who(at)} gives up before the engines answer: ${commaed(ageSentences(at))}, and others' requests go through.`,
    because: (at) => [...ageSentences(at), fleetSentence(at, waitingMean), fleetSentence(at, endToEndMean)],
    clients: ({ evidence }) => {
      const client = whoseFailures(evidence).line?.client
      return client === undefined ? [] : [client]
    },
    actions: (at) => ({
      now: [
        readOnly(
          say`Read the timeout of ${who(at)}, and of what sends for it: it is the age at which its requests fail`,
        ),
      ],
      today: [reversible(say`Raise it above the time that its longest prompts take to the first token`)],
      thisWeek: [reversible(say`Ask callers to stream, so that they see that work goes on`)],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'One client ends its requests at an age of its own, and nobody else fails: its patience is shorter than what it asks ' +
      'for takes. A hop with a timeout looks the same, but cuts the requests of all.',
    check: [
      'Durations of its failed requests in the access log: within 1 % of one number',
      'Whether others of that length go through: `whyslow clients <access log>`, the column of failures',
    ],
    avoid: [
      "Do not raise the gateway's timeouts: it is not they that cut",
      'Do not let it retry at once: the engines work on what it has given up',
    ],
  },
})

function who({ evidence }: Pick<Case, 'evidence'>): string | Text {
  return whoseFailures(evidence).line?.client ?? say`One client`
}
