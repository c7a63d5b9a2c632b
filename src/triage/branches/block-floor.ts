import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import { formatMeasure } from '../../domain/quantity.ts'
import { say } from '../../domain/text.ts'
import { blockSize } from '../../signals/vllm/cache-config.ts'
import { prefixHitRatio, promptLengthMean, promptLengthP99 } from '../../signals/vllm/traffic.ts'
import { below } from '../predicates/fleet-tests.ts'
import { fleetNow } from '../predicates/lookup.ts'
import { branch } from '../node.ts'
import { allOf } from '../predicates/predicate.ts'
import { shorterThanBlocks } from '../engine/prompt-tests.ts'
import { fleetSentence, knownSentences } from '../predicates/sentences.ts'
import { NONE_AT_ALL } from '../thresholds/load.ts'

// The prefix cache knows whole blocks alone: v1/core/kv_cache_utils.py. Hybrid models make them hundreds of tokens long.
export const blockFloor = branch({
  id: 'block_floor',
  ask: say`Does no prompt hit the prefix cache because prompts are shorter than one of its blocks?`,
  when: allOf(below(prefixHitRatio, NONE_AT_ALL), shorterThanBlocks(promptLengthMean, 1)),
  confirm: [
    {
      test: shorterThanBlocks(promptLengthP99, 1),
      strength: 'supports',
      excludes: 'prefill.prefix_cache_drop',
      settleWith: say`send one prompt of more than two blocks twice to one instance: the second must hit`,
    },
  ],
  settleWith: say`block_size in vllm:cache_config_info beside the mean of vllm:request_prompt_tokens`,
  conclude: {
    cause: 'prefill.prefix_cache_block_floor',
    title: (at) =>
      say`No hits is by design here: prompts have ${formatMeasure(fleetNow(at.evidence, promptLengthMean), 'tokens')} on average, and the prefix cache holds whole blocks of ${formatMeasure(fleetNow(at.evidence, blockSize), 'tokens')}.`,
    because: (at) => [
      ...[prefixHitRatio, promptLengthMean].map((signal) => fleetSentence(at, signal)),
      ...knownSentences(at, promptLengthP99, blockSize),
    ],
    actions: () => ({
      now: [
        readOnly(say`Send one prompt of more than two blocks twice to one instance: a hit shows that the cache works`),
      ],
      today: [reversible(say`Alert on the hit ratio only where prompts share more than one block`)],
      thisWeek: [
        reversible(say`Make what prompts share longer than one block: instructions first, what changes last`),
        disruptive(say`Or start the model with smaller blocks, where it can`),
      ],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'Only whole blocks are found again, so prompts that are shorter than one never hit, whatever they share. Attention ' +
      'alone has blocks of 16 tokens as a rule; models that mix it with state spaces have blocks of 528 and more.',
    check: [
      'The block: the label block_size of `vllm:cache_config_info`, or `Setting attention block size to` in the start log',
      'Does the cache work? Send one prompt of more than two blocks twice to one instance and look at `vllm:prefix_cache_hits_total`',
    ],
    avoid: ['Do not look for a prompt template that changed, and do not restart: the next engine has the same blocks'],
  },
})
