import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import type { Answer } from '../../domain/diagnosis.ts'
import type { Evidence } from '../../domain/evidence.ts'
import { formatMeasure } from '../../domain/quantity.ts'
import { english, say } from '../../domain/text.ts'
import { gpuClock } from '../../signals/gpu.ts'
import { promptComputed } from '../../signals/vllm/features.ts'
import { endToEndMean, interTokenMedian, interTokenP99 } from '../../signals/vllm/latency.ts'
import { preemptions } from '../../signals/vllm/scheduler.ts'
import { promptLengthMean, promptRate } from '../../signals/vllm/traffic.ts'
import { noClockDown } from '../machine/clock-down.ts'
import { below, rose } from '../predicates/fleet-tests.ts'
import { fleetNow } from '../predicates/lookup.ts'
import { branch } from '../node.ts'
import { allOf, firstKnown, joinAll, judge, not } from '../predicates/predicate.ts'
import type { Predicate } from '../predicates/predicate.ts'
import { promptsGrew } from '../engine/prompt-tests.ts'
import { fleetSentence, knownSentences } from '../predicates/sentences.ts'
import { MORE_PREFILL, STALLED, STALLS } from '../thresholds/decode.ts'
import { SLOWER, TOKEN_SLOWER } from '../thresholds/latency.ts'

/** Few steps are long and most are as short as ever. A bound of a bucket counts for what it is: at most, or at least. */
const fewStepsStall: Predicate = {
  reads: [interTokenP99, interTokenMedian],
  text: english`${interTokenP99.title} ≥ ${STALLS} × ${interTokenMedian.title}`,
  evaluate(evidence) {
    const holds = farApart(evidence)
    const outcomes = [interTokenP99, interTokenMedian].map((signal) =>
      judge({ evidence, signal, now: fleetNow(evidence, signal), threshold: say`${STALLS} × apart`, holds }),
    )
    return joinAll(outcomes)
  },
}

function farApart(evidence: Evidence): Answer {
  const [p99, median] = [interTokenP99, interTokenMedian].map((signal) => fleetNow(evidence, signal))
  if (p99?.status !== 'present' || median?.status !== 'present') return 'unknown'
  const isFar = p99.value >= STALLS * median.value
  if (isFar) return p99.bound === 'at_most' || median.bound === 'at_least' ? 'unknown' : 'yes'
  return p99.bound === 'at_least' || median.bound === 'at_most' ? 'unknown' : 'no'
}

// A step takes as long as all that is in it, so the chunk of a long prompt holds up every stream of the batch:
// vllm/v1/core/sched/scheduler.py, one token budget for both.
export const prefillInterference = branch({
  id: 'prefill_interference',
  ask: say`Do a few steps stall, and are those the steps of more prompt tokens?`,
  when: allOf(
    rose(interTokenP99, STALLED),
    fewStepsStall,
    not(rose(interTokenMedian, TOKEN_SLOWER)),
    firstKnown(rose(promptComputed, MORE_PREFILL), rose(promptRate, MORE_PREFILL)),
  ),
  confirm: [
    {
      test: below(preemptions, 1),
      excludes: 'kv.preemption_thrash',
      settleWith: say`increase(vllm:num_preemptions_total[5m])`,
    },
    noClockDown,
    // Longer prompts stall steps too: where requests as a whole are slower for them, this is how it shows.
    {
      test: not(allOf(promptsGrew, rose(endToEndMean, SLOWER))),
      strength: 'supports',
      excludes: 'prefill.longer_prompts',
      settleWith: say`rate(vllm:request_prompt_tokens_sum[5m]) / rate(vllm:request_prompt_tokens_count[5m]), and an hour ago`,
    },
  ],
  settleWith: say`compare P99 and median of vllm:inter_token_latency_seconds, and vllm:prompt_tokens_total, with an hour ago`,
  conclude: {
    cause: 'decode.prefill_interference',
    title: (at) => {
      const p99 = formatMeasure(fleetNow(at.evidence, interTokenP99), 'seconds')
      const median = formatMeasure(fleetNow(at.evidence, interTokenMedian), 'seconds')
      return say`Streams stall while long prompts are computed: P99 of a token's time is ${p99}, its median ${median} and no slower than before.`
    },
    because: (at) => [
      ...[interTokenP99, interTokenMedian, promptRate, promptLengthMean].map((signal) => fleetSentence(at, signal)),
      ...knownSentences(at, promptComputed),
      ...[preemptions, gpuClock].map((signal) => fleetSentence(at, signal)),
    ],
    actions: () => ({
      now: [
        readOnly(say`Find who sends the long prompts: the gateway by client and prompt tokens`),
        reversible(say`Limit that client, or send its long prompts to instances of their own`),
      ],
      today: [
        disruptive(
          say`Lower --max-num-batched-tokens, or set --long-prefill-token-threshold: shorter steps, longer prefills`,
        ),
      ],
      thisWeek: [
        reversible(say`Alert on P99 of inter-token latency, which the mean hides`),
        disruptive(say`Prefill on engines of its own, if such prompts are here to stay`),
      ],
      rollback: [reversible(say`Lift the limit of that client`)],
    }),
  },
  runbook: {
    means:
      'Prefill and decode share the steps of an engine. While a long prompt is computed, every stream of its batch gets a token only once per long step, so streams stutter, and are fast again as soon as it is through. It looks like a GPU in trouble, but there the median is slow as well.',
    check: [
      'The tail against the middle: `histogram_quantile(0.99, sum by (le) (rate(vllm:inter_token_latency_seconds_bucket[5m])))`, and the same of `0.5`; buckets are coarse, so take factors below two for nothing',
      'Whether it comes and goes with prompts: `sum(rate(vllm:prompt_tokens_total[1m]))` over half an hour, beside the P99',
      'Lengths of prompts: `histogram_quantile(0.99, sum by (le) (rate(vllm:request_prompt_tokens_bucket[5m])))`',
    ],
    avoid: [
      'Do not judge by the mean of five minutes: it hides a stall of seconds',
      'Do not add `--max-num-seqs` or KV cache for it: neither is short',
      'Do not raise `--max-num-batched-tokens` to get the long prompt through sooner: its steps get longer still',
    ],
  },
})
