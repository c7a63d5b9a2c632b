import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import { endToEndMean } from '../../signals/vllm/latency.ts'
import { waitingMean } from '../../signals/vllm/scheduler.ts'
import { below, rose } from '../predicates/fleet-tests.ts'
import { latencyBudget } from '../engine/latency-budget.ts'
import { branch } from '../node.ts'
import { allOf } from '../predicates/predicate.ts'
import { busyHosts, hostCpuSentences } from '../machine/host-words.ts'
import { fleetSentence, nameRows } from '../predicates/sentences.ts'
import { explainsGrowth } from '../engine/stage-test.ts'
import { formatMeasure } from '../../domain/quantity.ts'
import { say } from '../../domain/text.ts'
import { GUILTY_SHARE, SLOWER } from '../thresholds/latency.ts'
import { QUEUE } from '../thresholds/queue.ts'

// End to end is the API server's clock, the three stages the engine's: what is left over is tokenising, detokenising
// and the event loop.
/** What grew is neither queue nor prefill nor decode, and lies inside vLLM. */
export const isApiServer = allOf(explainsGrowth('api_server', GUILTY_SHARE), rose(endToEndMean, SLOWER))

export const frontend = branch({
  id: 'frontend',
  ask: say`Is it the API server: end to end grew, and queue, prefill and decode don't explain it?`,
  when: isApiServer,
  confirm: [
    {
      test: below(waitingMean, QUEUE),
      excludes: 'queue',
      settleWith: say`vllm:num_requests_waiting by instance`,
    },
  ],
  settleWith: say`compare e2e_request_latency with queue + prefill + decode times`,
  conclude: {
    cause: 'frontend',
    title: (at) => {
      const { now, baseline } = latencyBudget(at.evidence).api_server
      return say`The API server holds each request for ${formatMeasure(now, 'seconds')} (was ${formatMeasure(baseline, 'seconds')}); queue, prefill and decode don't explain what grew.`
    },
    because: (at) => [fleetSentence(at, endToEndMean), fleetSentence(at, waitingMean), ...hostCpuSentences(at)],
    actions: (at) => ({
      now: [
        readOnly(say`Is one core of the API server at 100 %?`, 'py-spy top --pid <APIServer>'),
        readOnly(say`Look for very long prompts, images or big bodies: tokenising them blocks the event loop`),
      ],
      today: [
        ...(busyHosts(at).length === 0
          ? []
          : [
              reversible(
                say`Free cores on the host of ${nameRows(busyHosts(at))}: neighbours, OMP_NUM_THREADS, CPU limits`,
              ),
            ]),
        disruptive(say`Run more API servers: --api-server-count`),
      ],
      thisWeek: [reversible(say`Limit body size at the gateway; alert on end to end less the three stages`)],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'The API server holds requests: tokenising, images, detokenising or a blocked event loop take what grew. ' +
      'Queue, prefill and decode are as before, so the engines look well. Time lost at the gateway looks the same ' +
      'to a client.',
    check: [
      'Mean of `vllm:e2e_request_latency_seconds` (its `_sum` rate over its `_count` rate) less the means of `vllm:request_queue_time_seconds`, `vllm:request_prefill_time_seconds` and `vllm:request_decode_time_seconds`',
      'One core at 100 %: `top -H -p <APIServer>`, then `py-spy top --pid <APIServer>`',
      'While the event loop is blocked scrapes are late, too: `scrape_duration_seconds` of the instance',
    ],
    avoid: [
      'Do not add GPUs or engines behind the same API server: they wait for it',
      'Do not add threads to it: they share one interpreter lock, and can make it worse',
      'Do not restart on scrapes that time out: it is busy, not dead',
    ],
  },
})
