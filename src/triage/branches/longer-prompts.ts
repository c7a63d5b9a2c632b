import { readOnly, reversible } from '../../domain/action.ts'
import { say } from '../../domain/text.ts'
import { prefillMean, ttftMean } from '../../signals/vllm/latency.ts'
import { completions, prefixHitRatio, promptLengthMean } from '../../signals/vllm/traffic.ts'
import { clientActions, longerNamed, longerSentences } from '../outside/client-words.ts'
import { fell } from '../predicates/fleet-tests.ts'
import { branch } from '../node.ts'
import { not, whereThere } from '../predicates/predicate.ts'
import { fewFinished, fewWait, hitsDropped, promptsGrew } from '../engine/prompt-tests.ts'
import { fleetSentence, timesBefore } from '../predicates/sentences.ts'
import { FEWER_REQUESTS } from '../thresholds/load.ts'

export const longerPrompts = branch({
  id: 'longer_prompts',
  ask: say`Have the prompts become longer?`,
  when: promptsGrew,
  confirm: [
    {
      // Both may be true: new prompts are longer and hit less.
      test: not(hitsDropped),
      strength: 'supports',
      excludes: 'prefill.prefix_cache_drop',
      settleWith: say`compare vllm:prefix_cache_hits_total over queries_total with an hour ago`,
    },
    fewWait,
    {
      // Where those who sent short ones have left, the mean grows and nobody's prompts have.
      test: not(whereThere(fell(completions, FEWER_REQUESTS))),
      strength: 'supports',
      excludes: 'inconclusive',
      settleWith: say`fewer requests come than before: have prompts grown, or have those who sent short ones left? Prompt tokens by client, now against an hour ago`,
    },
    {
      test: not(whereThere(fewFinished)),
      strength: 'supports',
      excludes: 'inconclusive',
      settleWith: say`few requests have finished: a long prompt or two make that mean. Look again over a longer window`,
    },
  ],
  settleWith: say`compare vllm:request_prompt_tokens (sum over count) with an hour ago`,
  conclude: {
    cause: 'prefill.longer_prompts',
    title: (at) =>
      say`Prompts are ${timesBefore(at, promptLengthMean)} as long as before, and prefill takes ${timesBefore(at, prefillMean)} as long.`,
    because: (at) => [
      ...[promptLengthMean, prefillMean, ttftMean, prefixHitRatio].map((signal) => fleetSentence(at, signal)),
      ...longerSentences(at.evidence, 'prompts'),
    ],
    clients: ({ evidence }) => longerNamed(evidence, 'prompts'),
    actions: ({ evidence }) => ({
      now: [
        ...clientActions(evidence),
        readOnly(say`Find whose prompts grew: prompt tokens by client at the gateway, now against an hour ago`),
      ],
      today: [reversible(say`Limit that client's prompt tokens, or send it to a pool of its own`)],
      thisWeek: [reversible(say`Trim context in the application; consider --long-prefill-token-threshold`)],
      rollback: [reversible(say`Lift the limit`)],
    }),
  },
  runbook: {
    means:
      'Prompts have more tokens than before, so prefill and the first token take longer. Fewer hits of the prefix ' +
      'cache look the same in prefill time; the length of the prompts tells them apart, and new prompts may be ' +
      'both.',
    check: [
      'Mean tokens of a prompt, now and with `offset 1h`: `sum(rate(vllm:request_prompt_tokens_sum[5m])) / sum(rate(vllm:request_prompt_tokens_count[5m]))`',
      'Mean prefill time: `sum(rate(vllm:request_prefill_time_seconds_sum[5m])) / sum(rate(vllm:request_prefill_time_seconds_count[5m]))`',
      'Whose they are: prompt tokens by client or key, `usage.prompt_tokens` in the log of the gateway',
    ],
    avoid: [
      'Do not judge by quantiles of the length: its buckets are 1-2-5, and a shift within one does not show',
      'Do not restart: the prefix cache is lost, and each prompt is computed in full',
    ],
  },
})
