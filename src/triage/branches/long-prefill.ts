import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import { formatMeasure } from '../../domain/quantity.ts'
import { say } from '../../domain/text.ts'
import { queueMean, ttftP99 } from '../../signals/vllm/latency.ts'
import { kvPeak, waitingMean } from '../../signals/vllm/scheduler.ts'
import {
  generation,
  promptLengthMean,
  promptLengthP99,
  promptRate,
  stepTokensMean,
} from '../../signals/vllm/traffic.ts'
import { clientActions, longerNamed, longerSentences } from '../outside/client-words.ts'
import { baselineOf, fleetNow } from '../predicates/lookup.ts'
import { branch } from '../node.ts'
import { hasFreeSlots } from '../engine/plateau.ts'
import { allOf } from '../predicates/predicate.ts'
import { generatesLess, hasLongTail, readsAsManyPrompts, stepsAreFull, tailGrew } from '../engine/prompt-load.ts'
import { anyRow, rowAbove, rowBelow, together } from '../predicates/row-tests.ts'
import { fleetSentence, nameRows } from '../predicates/sentences.ts'
import { KV_FREE } from '../thresholds/kv.ts'
import { QUEUE } from '../thresholds/queue.ts'

// One prompt of 130k tokens takes hundreds of steps, and while it is read the rest of the step's budget is all that others
// get: https://github.com/vllm-project/vllm/issues/10235.
export const longPrefill = branch({
  id: 'long_prefill',
  ask: say`Do requests wait behind a few very long prompts although KV blocks and slots are free?`,
  when: allOf(anyRow(together(rowAbove(waitingMean, QUEUE), rowBelow(kvPeak, KV_FREE), hasFreeSlots)), hasLongTail),
  confirm: [
    {
      test: readsAsManyPrompts,
      excludes: 'decode',
      settleWith: say`compare prompt tokens/s with an hour ago: fewer with a queue means slower engines`,
    },
    {
      test: tailGrew,
      strength: 'supports',
      excludes: 'sched.token_budget',
      settleWith: say`compare vllm:request_prompt_tokens by bucket with an hour ago: are the longest prompts new?`,
    },
    {
      test: generatesLess,
      strength: 'supports',
      excludes: 'sched.token_budget',
      settleWith: say`compare generated tokens/s with an hour ago: long prefills slow down who decodes`,
    },
    {
      test: stepsAreFull,
      strength: 'supports',
      excludes: 'sched.max_num_seqs',
      settleWith: say`compare vllm:iteration_tokens_total (sum over count) with --max-num-batched-tokens`,
    },
  ],
  settleWith: say`compare vllm:request_prompt_tokens by bucket with an hour ago: is the longest prompt far from the rest?`,
  conclude: {
    cause: 'queue.hol_long_prefill',
    title: (at) => {
      const tail = formatMeasure(fleetNow(at.evidence, promptLengthP99), 'tokens')
      const usual = formatMeasure(baselineOf(at.evidence, promptLengthMean), 'tokens')
      return say`A few very long prompts hold up the rest on ${nameRows(at.outcome.rows)}: the longest 1 % have ${tail} (the mean was ${usual}), and KV cache is free.`
    },
    because: (at) => [
      ...[promptLengthP99, promptRate, generation, stepTokensMean, waitingMean, kvPeak, queueMean, ttftP99].map(
        (signal) => fleetSentence(at, signal),
      ),
      ...longerSentences(at.evidence, 'prompts'),
    ],
    clients: ({ evidence }) => longerNamed(evidence, 'prompts'),
    actions: ({ evidence }) => ({
      now: [
        ...clientActions(evidence),
        readOnly(say`Find who sends the long prompts: the greatest prompt tokens per request by client at the gateway`),
        reversible(say`Limit that client at the gateway, or send it to a pool of its own`),
      ],
      today: [
        disruptive(
          say`Set --long-prefill-token-threshold on one instance and see whether short prompts pass; some releases take it and ignore it`,
        ),
      ],
      thisWeek: [reversible(say`Give long documents instances of their own, or separate prefill from decode`)],
      rollback: [reversible(say`Lift the limit when the long prompts are done`)],
    }),
  },
  runbook: {
    means:
      'A few prompts far longer than the rest take the token budget of many steps, so short requests wait behind them and those that decode slow down. It is easily mistaken for too much demand: there prompts are as long as ever, only more of them.',
    check: [
      'Whether a bucket far to the right is new: `sum by (le) (increase(vllm:request_prompt_tokens_bucket[10m]))` now and an hour ago',
      'Whether decoding suffers: `sum(rate(vllm:generation_tokens_total[5m]))` falls while `sum(rate(vllm:prompt_tokens_total[5m]))` does not',
    ],
    avoid: [
      'Do not restart: the long prompts come again, and every cache is cold.',
      'Do not judge by the median time to first token: it may stay fine while P99 explodes.',
    ],
  },
})
