import { disruptive, readOnly } from '../../domain/action.ts'
import type { Answer } from '../../domain/diagnosis.ts'
import type { Evidence } from '../../domain/evidence.ts'
import { formatMeasure } from '../../domain/quantity.ts'
import { valueOf } from '../../domain/reading.ts'
import { say } from '../../domain/text.ts'
import { prefixCaching } from '../../signals/vllm/cache-config.ts'
import { prefillMean, ttftMean } from '../../signals/vllm/latency.ts'
import { prefixHitRatio, promptLengthMean, promptRate } from '../../signals/vllm/traffic.ts'
import { below } from '../predicates/fleet-tests.ts'
import { baselineOf, fleetNow, hasFailed } from '../predicates/lookup.ts'
import { branch } from '../node.ts'
import { anyOf, judge, whereThere } from '../predicates/predicate.ts'
import type { Predicate } from '../predicates/predicate.ts'
import { fewWait } from '../engine/prompt-tests.ts'
import { fleetSentence, knownSentences } from '../predicates/sentences.ts'
import { AT_WORK, NONE_AT_ALL } from '../thresholds/load.ts'

/** V1 shows the counters at zero where caching is off: nothing asked, though prompts come, is no ratio of zero. */
const nothingIsLookedUp: Predicate = {
  reads: [prefixHitRatio, promptRate],
  text: 'prompts come and not one token of them is looked up in the prefix cache',
  evaluate(evidence) {
    const now = fleetNow(evidence, promptRate)
    const threshold = say`prompts, and no look-up in the prefix cache`
    return judge({ evidence, signal: promptRate, now, threshold, holds: isOff(evidence) })
  },
}

function isOff(evidence: Evidence): Answer {
  const ratio = fleetNow(evidence, prefixHitRatio)
  if (ratio.status === 'present') return 'no'
  const prompts = valueOf(fleetNow(evidence, promptRate))
  if (ratio.reason !== 'no_traffic' || prompts === undefined) return 'unknown'
  return prompts > AT_WORK ? 'yes' : 'no'
}

/** By what every engine shows of its own settings; one that does not show them says nothing. */
const offBySetting = whereThere(below(prefixCaching, NONE_AT_ALL))

const wasOnBefore: Predicate = {
  reads: [prefixHitRatio],
  text: 'tokens were looked up in the prefix cache before',
  evaluate(evidence) {
    const baseline = baselineOf(evidence, prefixHitRatio)
    const isOpen = hasFailed(baseline) || fleetNow(evidence, promptRate).status === 'absent'
    const known = baseline.status === 'present' ? 'yes' : 'no'
    return judge({
      evidence,
      signal: prefixHitRatio,
      now: baseline,
      baseline,
      threshold: say`counted before`,
      holds: isOpen ? 'unknown' : known,
    })
  },
}

export const prefixCacheOff = branch({
  id: 'prefix_cache_off',
  ask: say`Is prefix caching off: prompts come, and nothing of them is looked up?`,
  when: anyOf(nothingIsLookedUp, offBySetting),
  confirm: [
    {
      // One that was off all along explains no growth, but makes that of longer prompts worse.
      test: wasOnBefore,
      strength: 'supports',
      excludes: 'prefill.longer_prompts',
      settleWith: say`it was off before as well: compare vllm:request_prompt_tokens (sum over count) with an hour ago`,
    },
    fewWait,
  ],
  settleWith: say`read enable_prefix_caching in vllm:cache_config_info`,
  conclude: {
    cause: 'prefill.prefix_cache_off',
    title: (at) => {
      const before = baselineOf(at.evidence, prefixHitRatio)
      const was = before.status === 'present' ? say` (it hit ${formatMeasure(before, 'ratio')} before)` : ''
      return say`Prefix caching is off${was}: every prompt is computed whole, also what the last one began with.`
    },
    because: (at) => [
      ...knownSentences(at, prefixCaching),
      ...[promptRate, promptLengthMean, prefillMean, ttftMean].map((signal) => fleetSentence(at, signal)),
    ],
    actions: () => ({
      now: [
        readOnly(say`Read the setting: enable_prefix_caching in vllm:cache_config_info, and the start line of the log`),
      ],
      today: [
        disruptive(say`Start one instance without --no-enable-prefix-caching and compare its time to first token`),
      ],
      thisWeek: [readOnly(say`Find the change that turned it off: the recipe of a model, a chart, a hybrid model`)],
      rollback: [disruptive(say`Start it again with the flags of before`)],
    }),
  },
  runbook: {
    means:
      'The counters of the prefix cache stand still while prompts come, so each prompt is computed whole. That is not a ' +
      'cache that misses: there the look-ups go on. Some hybrid models start with caching off unless it is asked for.',
    check: [
      'Whether anything is looked up: `sum(rate(vllm:prefix_cache_queries_total[5m]))` is 0 while `sum(rate(vllm:prompt_tokens_total[5m]))` is not',
      'What it was started with: the label enable_prefix_caching of `vllm:cache_config_info`',
    ],
    avoid: [
      'Do not take the missing ratio (0/0) for a ratio of zero, and do not look for a prompt template that changed.',
    ],
  },
})
