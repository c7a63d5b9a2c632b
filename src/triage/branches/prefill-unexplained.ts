import { readOnly } from '../../domain/action.ts'
import { say } from '../../domain/text.ts'
import { prefillMean, ttftMean } from '../../signals/vllm/latency.ts'
import { prefixHitRatio, promptLengthMean } from '../../signals/vllm/traffic.ts'
import type { Fallback } from '../node.ts'
import { fleetSentence } from '../predicates/sentences.ts'

export const prefillUnexplained: Fallback = {
  cause: 'prefill',
  title: () => say`Prefill is what grew, and what I could read does not say why.`,
  because: (at) => [prefillMean, ttftMean, promptLengthMean, prefixHitRatio].map((signal) => fleetSentence(at, signal)),
  actions: () => ({
    now: [readOnly(say`Compare prompt lengths and the prefix cache hit ratio with an hour ago, by client`)],
    today: [],
    thisWeek: [],
    rollback: [],
  }),
  runbook: {
    means:
      'Prefill is what grew, and neither longer prompts nor fewer hits of the prefix cache explain it, or they ' +
      'could not be read. What a prompt waits between its chunks, or after an eviction, is booked as prefill as ' +
      'well.',
    check: [
      'Evictions: `sum(increase(vllm:num_preemptions_total[5m]))`',
      'Prompt tokens a second, at its greatest when prefill is short of compute: `sum(rate(vllm:prompt_tokens_total[5m]))`, now and with `offset 1h`',
      'The GPUs: `nvidia-smi -q -d CLOCK,PERFORMANCE`',
    ],
    avoid: [
      'Do not take all of the prefill time for compute: a part of it may be waiting',
      'Do not restart: caches that are cold and kernels that are compiled anew make prefill slower',
    ],
  },
}
