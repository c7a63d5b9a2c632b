import { readOnly } from '../../domain/action.ts'
import { say } from '../../domain/text.ts'
import { blockSize } from '../../signals/vllm/cache-config.ts'
import { ttftMean } from '../../signals/vllm/latency.ts'
import { kvPeak } from '../../signals/vllm/scheduler.ts'
import { prefixHitRatio, promptLengthMean } from '../../signals/vllm/traffic.ts'
import { onlyByHand } from '../predicates/by-hand.ts'
import { below } from '../predicates/fleet-tests.ts'
import { branch } from '../node.ts'
import { allOf, not } from '../predicates/predicate.ts'
import { dropHints } from '../engine/prefix-words.ts'
import { shorterThanBlocks } from '../engine/prompt-tests.ts'
import { fleetSentence, knownSentences } from '../predicates/sentences.ts'
import { NONE_AT_ALL } from '../thresholds/load.ts'

const BLOCKS = 2

// For want of a time before: prompts that have nothing in common do not hit either, so it stands behind a healthy fleet.
export const neverHits = branch({
  id: 'never_hits',
  ask: say`Does not one token hit the prefix cache, though prompts are longer than two of its blocks?`,
  when: allOf(below(prefixHitRatio, NONE_AT_ALL), not(shorterThanBlocks(promptLengthMean, BLOCKS))),
  confirm: [
    {
      test: onlyByHand('prompts begin alike'),
      strength: 'supports',
      excludes: 'healthy',
      settleWith: say`do prompts begin alike at all? Send one prompt of more than two blocks twice to one instance`,
    },
  ],
  settleWith: say`vllm:prefix_cache_hits_total beside queries_total, and the mean of vllm:request_prompt_tokens`,
  conclude: {
    cause: 'prefill.prefix_cache_drop',
    title: (at) =>
      say`Not one token of the prompts (${fleetSentence(at, promptLengthMean)}) comes from the prefix cache: if they begin alike, it should.`,
    because: (at) => [
      fleetSentence(at, prefixHitRatio),
      ...knownSentences(at, blockSize, kvPeak, ttftMean),
      ...dropHints(at),
    ],
    actions: () => ({
      now: [
        readOnly(
          say`Send one prompt of more than two blocks twice to one instance: a second miss is the engine, a hit points at prompts or router`,
        ),
        readOnly(say`What changes early in the prompts? A time, an id or a user text in the system prompt`),
      ],
      today: [
        readOnly(say`Look whether that release and model are known for it: hybrid and sliding-window models were`),
      ],
      thisWeek: [],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'The cache is asked and never hits. Either nothing that comes begins like what came before, or the first block of ' +
      'every prompt changes, or a session never comes to the same replica twice, or the cache of this release does not ' +
      'work for this model. With the KV cache half empty it is no eviction.',
    check: [
      'Exactly none: `increase(vllm:prefix_cache_hits_total[15m]) == 0` while `increase(vllm:prefix_cache_queries_total[15m])` is not',
      'The same long prompt twice, straight to one instance: the second must hit',
      'Through the router, with one replica alone in it: hits there point at the routing',
    ],
    avoid: [
      'Do not add KV memory while it is half empty',
      'Do not restart before you sent the prompt twice: that empties what you want to look at',
    ],
  },
})
