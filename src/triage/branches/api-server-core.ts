import { disruptive, readOnly } from '../../domain/action.ts'
import { say } from '../../domain/text.ts'
import { apiServerCpu } from '../../signals/scrape.ts'
import { waitingMean } from '../../signals/vllm/scheduler.ts'
import { completions } from '../../signals/vllm/traffic.ts'
import { onlyByHand } from '../predicates/by-hand.ts'
import { below, fell } from '../predicates/fleet-tests.ts'
import { branch } from '../node.ts'
import { allOf, whereThere } from '../predicates/predicate.ts'
import { anyRow, rowAbove } from '../predicates/row-tests.ts'
import { fleetSentence, knownSentences, nameRows, oneOr } from '../predicates/sentences.ts'
import { FEWER_REQUESTS } from '../thresholds/load.ts'
import { CORE_USED_UP } from '../thresholds/process.ts'
import { QUEUE } from '../thresholds/queue.ts'

// What it lets in is all that the engine gets, and no histogram of the engine shows what stands before it.
export const apiServerCore = branch({
  id: 'api_server_core',
  ask: say`Has the API server no core left, while far fewer requests end and nobody waits in the engine?`,
  when: allOf(
    whereThere(anyRow(rowAbove(apiServerCpu, CORE_USED_UP))),
    whereThere(fell(completions, FEWER_REQUESTS)),
    below(waitingMean, QUEUE),
  ),
  confirm: [
    {
      test: onlyByHand('as many requests are sent as before'),
      strength: 'supports',
      excludes: 'outside',
      settleWith: say`do as many requests come as before? The request rate at the gateway, or connections that are open`,
    },
  ],
  settleWith: say`py-spy top --pid <APIServer>, beside requests a second at the gateway`,
  conclude: {
    cause: 'frontend',
    title: (at) =>
      oneOr(
        at.outcome.rows,
        say`The API server of ${nameRows(at.outcome.rows)} has no core left and lets fewer requests through; nobody waits in the engine.`,
        say`The API servers of ${nameRows(at.outcome.rows)} have no core left and let fewer requests through; nobody waits in the engines.`,
      ),
    because: (at) => [
      ...knownSentences(at, apiServerCpu),
      ...[completions, waitingMean].map((signal) => fleetSentence(at, signal)),
    ],
    actions: () => ({
      now: [
        readOnly(say`What holds its core: images, long prompts, large bodies?`, 'py-spy top --pid <APIServer>'),
        readOnly(say`Do as many requests come as before? Compare with the gateway`),
      ],
      today: [disruptive(say`Run more API servers (--api-server-count) or replicas; more threads share one lock`)],
      thisWeek: [],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'Images, tokenising and large bodies are work of the API server, mostly of one thread. What it cannot prepare does ' +
      'not come to the engine: nobody waits there, the GPUs starve, and fewer requests end. Where fewer come, the same is ' +
      'seen but for the core.',
    check: [
      'One core: `rate(process_cpu_seconds_total[5m])` near 1 or above, `py-spy top --pid <APIServer>`',
      'Fewer end: `sum(rate(vllm:request_success_total[5m]))`, now and with `offset 1h`, while `sum(vllm:num_requests_waiting)` is 0',
    ],
    avoid: ['Do not add GPUs: they starve already', 'Do not add threads: they share one interpreter lock'],
  },
})
