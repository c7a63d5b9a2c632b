import { readOnly, reversible } from '../../domain/action.ts'
import { prefillMean, ttftMean } from '../../signals/vllm/latency.ts'
import { prefixHitRatio, promptLengthMean } from '../../signals/vllm/traffic.ts'
import { waitingMean } from '../../signals/vllm/scheduler.ts'
import { fell, rose } from '../fleet-tests.ts'
import { branch } from '../node.ts'
import { not } from '../predicate.ts'
import { mostRows, rowBelow } from '../row-tests.ts'
import { fleetSentence, timesBefore } from '../sentences.ts'
import { QUEUE } from '../thresholds.ts'

export const longerPrompts = branch({
  id: 'longer_prompts',
  ask: 'Have the prompts become longer?',
  when: rose(promptLengthMean, { times: 1.5, least: 50 }),
  confirm: [
    {
      test: not(fell(prefixHitRatio, { times: 0.7, least: 0.1 })),
      excludes: 'prefill.prefix_cache_drop',
      settleWith: 'compare vllm:prefix_cache_hits_total over queries_total with an hour ago',
    },
    {
      test: mostRows(rowBelow(waitingMean, QUEUE), 0.5),
      excludes: 'queue.capacity',
      settleWith: 'vllm:num_requests_waiting by instance',
    },
  ],
  settleWith: 'compare vllm:request_prompt_tokens (sum over count) with an hour ago',
  conclude: {
    cause: 'prefill.longer_prompts',
    title: (at) =>
      `Prompts are ${timesBefore(at, promptLengthMean)} as long as before, and prefill takes that much longer.`,
    because: (at) =>
      [promptLengthMean, prefillMean, ttftMean, prefixHitRatio].map((signal) => fleetSentence(at, signal)),
    actions: () => ({
      now: [readOnly('Find whose prompts grew: prompt tokens by client at the gateway, now against an hour ago')],
      today: [reversible("Limit that client's prompt tokens, or send it to a pool of its own")],
      thisWeek: [reversible('Trim context in the application; consider --long-prefill-token-threshold')],
      rollback: [reversible('Lift the limit')],
    }),
  },
})
