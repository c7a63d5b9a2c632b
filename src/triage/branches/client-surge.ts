import { readOnly, reversible } from '../../domain/action.ts'
import { blameDoubts } from '../../domain/client-doubts.ts'
import type { Text } from '../../domain/text.ts'
import { say } from '../../domain/text.ts'
import { queueMean } from '../../signals/vllm/latency.ts'
import { kvUsage, waitingMean } from '../../signals/vllm/scheduler.ts'
import { completions, generation, promptRate } from '../../signals/vllm/traffic.ts'
import {
  accused,
  clientAttemptsGrew,
  mayAccuse,
  namedClients,
  oneClientGrew,
  othersAreSteady,
} from '../outside/client-tests.ts'
import { clientActions, clientSentences, clientsNamed, partsOf } from '../outside/client-words.ts'
import { branch } from '../node.ts'
import type { Case } from '../node.ts'
import { allOf, anyOf, not, whereThere } from '../predicates/predicate.ts'
import { worksHarder } from '../engine/prompt-load.ts'
import { attemptsGrew } from '../outside/retries.ts'
import { anyRow, rowAbove } from '../predicates/row-tests.ts'
import { fleetSentence, nameRows } from '../predicates/sentences.ts'
import { explainsGrowth } from '../engine/stage-test.ts'
import { GUILTY_SHARE } from '../thresholds/latency.ts'
import { QUEUE } from '../thresholds/queue.ts'

export const clientSurge = branch({
  id: 'client_surge',
  ask: say`Do requests wait since one client sends far more than it did?`,
  when: allOf(oneClientGrew, anyRow(rowAbove(waitingMean, QUEUE))),
  confirm: [
    {
      test: mayAccuse,
      strength: 'supports',
      excludes: 'queue.capacity',
      settleWith: say`whyslow clients --since 10m --baseline 1h FILE…, on the log of the outermost gateway`,
    },
    {
      test: othersAreSteady,
      strength: 'supports',
      excludes: 'queue.capacity',
      settleWith: say`requests and tokens of all other clients, now and an hour ago: did they grow as well?`,
    },
    {
      test: not(anyOf(whereThere(attemptsGrew), whereThere(clientAttemptsGrew))),
      strength: 'supports',
      excludes: 'outside.client_retry_storm',
      settleWith: say`upstreams in each line of the access log: several are tries of one request`,
    },
    {
      test: worksHarder,
      strength: 'supports',
      excludes: 'decode',
      settleWith: say`compare tokens/s with an hour ago: less work done with a queue means slower engines`,
    },
    {
      test: explainsGrowth('queue', GUILTY_SHARE),
      strength: 'supports',
      excludes: 'decode',
      settleWith: say`compare queue, prefill and decode times with an hour ago`,
    },
  ],
  settleWith: say`requests and tokens by client at the gateway, now and an hour ago`,
  conclude: {
    cause: 'queue.client_surge',
    title: surgeTitle,
    because: (at) => [
      ...clientSentences(at.evidence),
      ...[waitingMean, kvUsage, queueMean, completions, generation, promptRate].map((signal) =>
        fleetSentence(at, signal),
      ),
    ],
    clients: ({ evidence }) => clientsNamed(evidence),
    actions: ({ evidence }) => ({
      now: [
        ...clientActions(evidence),
        readOnly(
          say`Does it send what it has always sent, only again? Look for failures and several tries of a request`,
        ),
      ],
      today: [reversible(say`Agree with its owner on a rate, or run it when nobody else does`)],
      thisWeek: [
        reversible(say`Limit tokens for each key at the gateway`),
        reversible(say`Give batch work a pool of its own, or a lower priority`),
      ],
      rollback: [reversible(say`Lift the client's limit when nobody waits`)],
    }),
  },
  runbook: {
    means:
      'One client sends far more than it did, all others what they always send, and requests wait since. It looks like a ' +
      'want of capacity, and a limit for that client is enough. Retries look the same, but come after the queue; an ' +
      'address may be a gateway with many behind it.',
    check: [
      'Parts by client, now and before: `whyslow clients --since 10m --baseline 1h <access log>`',
      'By tokens where a gateway counts them: `topk(5, sum by (api_key_alias) (increase(litellm_input_tokens_metric_total[10m])))`, now and with `offset 1h`',
      'Whether the address is a gateway or a node: `kubectl get pods,nodes -A -o wide | grep <address>`',
    ],
    avoid: [
      'Do not limit a client that grew only after requests waited: it sends again what nobody answered',
      'Do not count requests alone: a few with long prompts can be most of the load',
      'Do not trust the first address of X-Forwarded-For: the client wrote it',
    ],
  },
})

/** Said as a fact only where nothing speaks against it. */
function surgeTitle({ evidence, outcome }: Case): Text {
  const clients = namedClients(evidence)
  const line = accused(evidence)
  const where = nameRows(outcome.rows)
  if (clients === undefined || line === undefined) return say`One client sends far more, and requests wait on ${where}.`
  const parts = partsOf(line, clients)
  return blameDoubts(clients, line).length === 0
    ? say`${line.client} sends ${parts}: since then requests wait on ${where}.`
    : say`Requests wait on ${where}, and it may be for ${line.client}: it sends ${parts}.`
}
