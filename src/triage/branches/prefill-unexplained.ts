import { readOnly } from '../../domain/action.ts'
import { prefillMean, ttftMean } from '../../signals/vllm/latency.ts'
import { prefixHitRatio, promptLengthMean } from '../../signals/vllm/traffic.ts'
import type { Conclusion } from '../node.ts'
import { fleetSentence } from '../sentences.ts'

export const prefillUnexplained: Conclusion = {
  cause: 'prefill',
  title: () => 'Prefill is what grew, and what I could read does not say why.',
  because: (at) => [prefillMean, ttftMean, promptLengthMean, prefixHitRatio].map((signal) => fleetSentence(at, signal)),
  actions: () => ({
    now: [readOnly('Compare prompt lengths and the prefix cache hit ratio with an hour ago, by client')],
    today: [],
    thisWeek: [],
    rollback: [],
  }),
}
