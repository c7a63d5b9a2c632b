import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import { say } from '../../domain/text.ts'
import { prefillMean, queueMean } from '../../signals/vllm/latency.ts'
import { kvPeak, runningMean, waitingMean } from '../../signals/vllm/scheduler.ts'
import { promptLengthP99, promptRate, stepTokensMean, stepTokensP99 } from '../../signals/vllm/traffic.ts'
import { below } from '../predicates/fleet-tests.ts'
import { branch } from '../node.ts'
import { hasFreeSlots } from '../engine/plateau.ts'
import { allOf, anyOf, not } from '../predicates/predicate.ts'
import { hasLongTail, readsMorePrompts, stepsAreFull } from '../engine/prompt-load.ts'
import { mostRows, rowAbove, together } from '../predicates/row-tests.ts'
import { fleetSentence, nameRows } from '../predicates/sentences.ts'
import { explainsGrowth } from '../engine/stage-test.ts'
import { KV_FREE } from '../thresholds/kv.ts'
import { GUILTY_SHARE } from '../thresholds/latency.ts'
import { MOST, QUEUE } from '../thresholds/queue.ts'

// A step computes at most --max-num-batched-tokens; with blocks and slots free that is all a request can wait for
// (vllm/v1/core/sched/scheduler.py). What separates it from a few long prompts is the tail of the prompts' lengths.
export const tokenBudget = branch({
  id: 'token_budget',
  ask: say`Do requests wait for room in a step (prefill) although KV blocks and slots are free?`,
  when: allOf(
    mostRows(together(rowAbove(waitingMean, QUEUE), hasFreeSlots), MOST),
    below(kvPeak, KV_FREE),
    not(hasLongTail),
  ),
  confirm: [
    {
      test: stepsAreFull,
      excludes: 'sched.max_num_seqs',
      settleWith: say`compare vllm:iteration_tokens_total (sum over count) with --max-num-batched-tokens`,
    },
    {
      test: readsMorePrompts,
      excludes: 'decode',
      settleWith: say`compare prompt tokens/s with an hour ago: fewer with a queue means slower engines, not more demand`,
    },
    {
      test: anyOf(explainsGrowth('queue', GUILTY_SHARE), explainsGrowth('prefill', GUILTY_SHARE)),
      strength: 'supports',
      excludes: 'decode',
      settleWith: say`compare queue, prefill and decode times with an hour ago`,
    },
  ],
  settleWith: say`compare vllm:request_prompt_tokens by bucket with an hour ago: is the longest prompt far from the rest?`,
  conclude: {
    cause: 'sched.token_budget',
    title: (at) =>
      say`Prompts come faster than ${nameRows(at.outcome.rows)} can read them: requests wait for prefill while KV cache and slots are free.`,
    because: (at) =>
      [
        promptRate,
        stepTokensMean,
        stepTokensP99,
        waitingMean,
        runningMean,
        kvPeak,
        queueMean,
        prefillMean,
        promptLengthP99,
      ].map((signal) => fleetSentence(at, signal)),
    actions: () => ({
      now: [
        reversible(say`Shed or limit by prompt tokens at the gateway, batch clients first`),
        readOnly(say`Find who sends the prompt tokens: by client at the gateway, now against an hour ago`),
      ],
      today: [
        disruptive(say`Add instances; count in how long the model takes to load`),
        disruptive(say`Raise --max-num-batched-tokens on one instance, if inter-token latency leaves room`),
      ],
      thisWeek: [
        reversible(say`Scale on requests waiting and on prompt tokens/s: KV usage stays low here and never fires`),
        reversible(say`Share prompt heads, so that the prefix cache reads them`),
      ],
      rollback: [reversible(say`Lift the gateway's limits when nobody waits`)],
    }),
  },
  runbook: {
    means:
      'Every engine step is filled to its token budget with prompts, so new requests wait although KV blocks and slots are free. It is easily mistaken for a slot cap (there running stands at max_num_seqs) and for head-of-line blocking (there a few prompts are far longer than the rest).',
    check: [
      'How full the steps are: `sum(rate(vllm:iteration_tokens_total_sum[5m])) / sum(rate(vllm:iteration_tokens_total_count[5m]))` near max_num_batched_tokens in the start line of the log',
      'Whether prompts come at their fastest: `sum(rate(vllm:prompt_tokens_total[5m]))` against its greatest value of the week',
    ],
    avoid: [
      'Do not scale on KV usage: it is low here and stays low.',
      'Do not raise `--max-num-seqs`: slots are not what they wait for.',
    ],
  },
})
