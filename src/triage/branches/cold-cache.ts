import { readOnly } from '../../domain/action.ts'
import { say } from '../../domain/text.ts'
import { restarts } from '../../signals/scrape.ts'
import { endToEndMean, ttftMean } from '../../signals/vllm/latency.ts'
import { prefixHitRatio, promptRate } from '../../signals/vllm/traffic.ts'
import { CALM } from '../diagnosis/calm.ts'
import { below, fell, rose } from '../predicates/fleet-tests.ts'
import { branch } from '../node.ts'
import { allOf, anyOf, not } from '../predicates/predicate.ts'
import { fleetSentence } from '../predicates/sentences.ts'
import { someStarted } from '../engine/started.ts'
import { SLOWER } from '../thresholds/latency.ts'
import { FEW_PROMPT_TOKENS, HITS_DROPPED } from '../thresholds/load.ts'

const asksLittle = below(promptRate, FEW_PROMPT_TOKENS)

// A start empties the cache, and a ratio of a few prompts is theirs alone; where it is felt, prefill says so before.
export const coldCache = branch({
  id: 'cold_cache',
  ask: say`Are prefix cache hits few only because the cache is young or little is asked?`,
  when: allOf(
    fell(prefixHitRatio, HITS_DROPPED),
    anyOf(someStarted, asksLittle),
    not(rose(endToEndMean, SLOWER)),
    not(rose(ttftMean, SLOWER)),
  ),
  // A start is what this is about.
  confirm: CALM.filter(({ excludes }) => excludes !== 'engine.crash_loop'),
  settleWith: say`send one prompt of more than two blocks twice: the second is a hit where the cache works`,
  conclude: {
    cause: 'benign.cold_cache_hit_rate',
    title: (at) =>
      asksLittle.evaluate(at.evidence).answer === 'yes'
        ? say`No harm: so little is asked that the hit ratio says nothing (${fleetSentence(at, promptRate)}).`
        : say`No harm: an instance has started and its prefix cache is cold (${fleetSentence(at, prefixHitRatio)}).`,
    because: (at) => [prefixHitRatio, promptRate, restarts, ttftMean].map((signal) => fleetSentence(at, signal)),
    actions: () => ({
      now: [readOnly(say`Look again when half an hour has passed since the start`)],
      today: [
        readOnly(say`If hits stay away, send one prompt of more than two blocks twice, to one instance directly`),
      ],
      thisWeek: [
        readOnly(say`Alert on the hit ratio only while many prompt tokens are asked for, and not after a start`),
      ],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'The prefix cache lives in the GPU and is empty after a start, so hits come back as prompts do. Of few prompts the ' +
      'ratio is chance. A template that has changed looks the same in the ratio, but stays, and prefill grows with it.',
    check: [
      'What the ratio is made of: `sum(rate(vllm:prefix_cache_queries_total[15m]))`, in tokens a second; below a hundred it says nothing',
      'Age of the processes: `time() - process_start_time_seconds`',
      'Does the cache work? Send one prompt of more than two blocks (`block_size` in `vllm:cache_config_info`) twice to one instance and look at `vllm:prefix_cache_hits_total`',
    ],
    avoid: [
      'Do not restart for it: a restart empties the cache again',
      'Do not blame the prompts before the cache is warm',
    ],
  },
})
