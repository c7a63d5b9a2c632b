import { readOnly, reversible, disruptive } from '../../domain/action.ts'
import { prefillMean, ttftMean } from '../../signals/vllm/latency.ts'
import { externalHitRatio, promptComputed } from '../../signals/vllm/features.ts'
import { prefixHitLifetime, prefixHitRatio, promptLengthMean } from '../../signals/vllm/traffic.ts'
import { baselineOf, fleetNow } from '../predicates/lookup.ts'
import { formatMeasure } from '../../domain/quantity.ts'
import { say } from '../../domain/text.ts'
import { branch } from '../node.ts'
import { type Predicate, judge, not } from '../predicates/predicate.ts'
import { dropHints } from '../engine/prefix-words.ts'
import { noneStarted } from '../engine/started.ts'
import { fewWait, hitsDropped, promptsGrew } from '../engine/prompt-tests.ts'
import { fleetSentence, knownSentences } from '../predicates/sentences.ts'

const hitsAreCounted: Predicate = {
  reads: [prefixHitRatio],
  text: 'hits are counted, so that the ratio is of the window',
  evaluate(evidence) {
    const now = fleetNow(evidence, prefixHitRatio)
    const holds = now.status === 'present' ? 'yes' : 'unknown'
    return judge({ evidence, signal: prefixHitRatio, now, threshold: say`counted`, holds })
  },
}

export const prefixCacheDrop = branch({
  id: 'prefix_cache_drop',
  ask: say`Do far fewer prompt tokens come from the prefix cache?`,
  when: hitsDropped,
  confirm: [
    {
      test: not(promptsGrew),
      strength: 'supports',
      excludes: 'prefill.longer_prompts',
      settleWith: say`compare vllm:request_prompt_tokens (sum over count) with an hour ago`,
    },
    fewWait,
    {
      test: noneStarted,
      strength: 'supports',
      excludes: 'benign.cold_cache_hit_rate',
      settleWith: say`an instance has just started: does the hit ratio climb within half an hour?`,
    },
    {
      test: hitsAreCounted,
      strength: 'supports',
      excludes: 'healthy',
      settleWith: say`V0 tells the ratio since the start only: has the engine started anew within the hour?`,
    },
  ],
  settleWith: say`compare vllm:prefix_cache_hits_total over queries_total with an hour ago`,
  conclude: {
    cause: 'prefill.prefix_cache_drop',
    title: (at) => {
      const isCounted = fleetNow(at.evidence, prefixHitRatio).status === 'present'
      const ratio = isCounted ? prefixHitRatio : prefixHitLifetime
      const was = formatMeasure(baselineOf(at.evidence, ratio), 'ratio')
      const now = formatMeasure(fleetNow(at.evidence, ratio), 'ratio')
      return say`The prefix cache hits ${now} of prompt tokens (was ${was}): what was read from it is computed anew.`
    },
    because: (at) => [
      ...[prefixHitRatio, promptLengthMean, prefillMean, ttftMean].map((signal) => fleetSentence(at, signal)),
      ...dropHints(at),
      ...knownSentences(at, promptComputed, externalHitRatio),
    ],
    actions: () => ({
      now: [
        readOnly(
          say`Send one prompt of more than two blocks twice to one instance: a second hit clears the engine and points at callers or router`,
        ),
        readOnly(
          say`One client or all? A step at a release of a client is its prompt template, at a rollout the engine`,
        ),
      ],
      today: [
        reversible(say`Move what changes in each request (time, id) from the head of the prompt to its tail`),
        disruptive(say`If it came with an engine rollout, roll that back; if with a router policy, restore affinity`),
      ],
      thisWeek: [reversible(say`Alert on the hit ratio, and keep the prompt head under test`)],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'Prompt tokens that were read from the prefix cache are computed anew, so prefill takes longer for the same ' +
      'prompts. A new prompt template, a router without affinity, instances that are cold and a bug of the engine ' +
      'look the same here. The ratio counts tokens, so that one client with very long prompts moves it alone.',
    check: [
      'The ratio, now and with `offset 1h`: `sum(rate(vllm:prefix_cache_hits_total[15m])) / sum(rate(vllm:prefix_cache_queries_total[15m]))` (older vLLM: `vllm:gpu_prefix_cache_…`)',
      'Does the cache work? Send one prompt of more than two blocks (`block_size` in `vllm:cache_config_info`) twice to one instance: the second must raise its hits',
      'Is it off? `enable_prefix_caching="False"` in `vllm:cache_config_info`, and no queries',
    ],
    avoid: [
      'Do not restart: that empties the cache, and the ratio falls further',
      'Do not call it broken within half an hour of a start, or where prompts share less than one block: a low ratio is right there',
      'Do not read 0/0 as 0: without queries there is no ratio',
    ],
  },
})
