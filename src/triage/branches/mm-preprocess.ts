import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import { say } from '../../domain/text.ts'
import { apiServerCpu } from '../../signals/scrape.ts'
import { mediaAsked } from '../../signals/vllm/features.ts'
import { endToEndMean } from '../../signals/vllm/latency.ts'
import { waitingMean } from '../../signals/vllm/scheduler.ts'
import { below, rose } from '../predicates/fleet-tests.ts'
import { branch } from '../node.ts'
import { whereThere } from '../predicates/predicate.ts'
import { allOf } from '../predicates/predicate.ts'
import { anyRow, rowAbove } from '../predicates/row-tests.ts'
import { fleetSentence, knownSentences } from '../predicates/sentences.ts'
import { MORE_MEDIA } from '../thresholds/latency.ts'
import { CORE_USED_UP } from '../thresholds/process.ts'
import { QUEUE } from '../thresholds/queue.ts'
import { isApiServer } from './frontend.ts'

export const mmPreprocess = branch({
  id: 'mm_preprocess',
  ask: say`Do more images, sounds or videos hold the API server up?`,
  when: allOf(isApiServer, whereThere(rose(mediaAsked, MORE_MEDIA))),
  confirm: [
    {
      test: below(waitingMean, QUEUE),
      excludes: 'queue',
      settleWith: say`vllm:num_requests_waiting by instance`,
    },
    {
      test: anyRow(rowAbove(apiServerCpu, CORE_USED_UP)),
      strength: 'supports',
      excludes: 'frontend.event_loop_block',
      settleWith: say`is it images that keep the core busy? py-spy top --pid <APIServer>`,
    },
  ],
  settleWith: say`rate(vllm:mm_cache_queries_total[5m]) beside the CPU of the API server`,
  conclude: {
    cause: 'frontend.mm_preprocess',
    title: (at) =>
      say`Preparing images, sounds or videos holds requests up before the engine: ${fleetSentence(at, mediaAsked)}.`,
    because: (at) => [
      fleetSentence(at, mediaAsked),
      ...knownSentences(at, apiServerCpu, endToEndMean),
      fleetSentence(at, waitingMean),
    ],
    actions: () => ({
      now: [reversible(say`Limit requests with images at the gateway until it keeps up`)],
      today: [
        disruptive(say`Run more API servers or replicas: --api-server-count`),
        readOnly(say`Is the cache for processed media on? Repeated images then cost nothing`),
      ],
      thisWeek: [reversible(say`Scale images down before they are sent, or prepare them in a service of their own`)],
      rollback: [reversible(say`Restore the gateway's limits`)],
    }),
  },
  runbook: {
    means:
      'Images, sounds and videos are prepared in the API server, mostly by one thread. More of them than it can prepare ' +
      'wait there: GPUs and the queue of the engine are nearly empty, and the time to the first token grows. With the ' +
      'cache for media off nothing counts them, and only the API server in general can be named.',
    check: [
      'How many: `sum(rate(vllm:mm_cache_queries_total[5m]))`, now and an hour ago',
      'The core that it costs: `py-spy top --pid <APIServer>` shows the image processor',
    ],
    avoid: ['Do not add threads for it: more of them let in fewer', 'Do not add GPUs: they starve already'],
  },
})
