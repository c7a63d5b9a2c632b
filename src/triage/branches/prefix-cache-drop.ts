import { readOnly, reversible, disruptive } from '../../domain/action.ts'
import { prefillMean, ttftMean } from '../../signals/vllm/latency.ts'
import { waitingMean } from '../../signals/vllm/scheduler.ts'
import { prefixHitRatio, promptLengthMean } from '../../signals/vllm/traffic.ts'
import { baselineOf, fleetNow } from '../lookup.ts'
import { formatMeasure } from '../../domain/quantity.ts'
import { fell, rose } from '../fleet-tests.ts'
import { branch } from '../node.ts'
import { not } from '../predicate.ts'
import { mostRows, rowBelow } from '../row-tests.ts'
import { fleetSentence } from '../sentences.ts'
import { QUEUE } from '../thresholds.ts'

export const prefixCacheDrop = branch({
  id: 'prefix_cache_drop',
  ask: 'Do far fewer prompt tokens come from the prefix cache?',
  when: fell(prefixHitRatio, { times: 0.7, least: 0.1 }),
  confirm: [
    {
      test: not(rose(promptLengthMean, { times: 1.5, least: 50 })),
      excludes: 'prefill.longer_prompts',
      settleWith: 'compare vllm:request_prompt_tokens (sum over count) with an hour ago',
    },
    {
      test: mostRows(rowBelow(waitingMean, QUEUE), 0.5),
      excludes: 'queue.capacity',
      settleWith: 'vllm:num_requests_waiting by instance',
    },
  ],
  settleWith: 'compare vllm:prefix_cache_hits_total over queries_total with an hour ago',
  conclude: {
    cause: 'prefill.prefix_cache_drop',
    title: (at) => {
      const was = formatMeasure(baselineOf(at.evidence, prefixHitRatio), 'ratio')
      const now = formatMeasure(fleetNow(at.evidence, prefixHitRatio), 'ratio')
      return `The prefix cache hits ${now} of prompt tokens (was ${was}): prompts of the same length are computed anew.`
    },
    because: (at) =>
      [prefixHitRatio, promptLengthMean, prefillMean, ttftMean].map((signal) => fleetSentence(at, signal)),
    actions: () => ({
      now: [
        readOnly(
          'Send one long prompt twice to one instance: a second hit clears the engine and points at the callers',
        ),
        readOnly('One client or all? A step at a release of a client is its prompt template, at a rollout the engine'),
      ],
      today: [
        reversible('Move what changes in each request (time, id) from the head of the prompt to its tail'),
        disruptive('If it came with an engine rollout, roll that back; if with a router policy, restore affinity'),
      ],
      thisWeek: [reversible('Alert on the hit ratio, and keep the prompt head under test')],
      rollback: [],
    }),
  },
})
