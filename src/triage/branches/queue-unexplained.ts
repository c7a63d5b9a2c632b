import { readOnly } from '../../domain/action.ts'
import { say } from '../../domain/text.ts'
import { queueMean } from '../../signals/vllm/latency.ts'
import { kvTransferFailures, kvTransferMean, loraWaitedAgo, waitingDeferred } from '../../signals/vllm/features.ts'
import { kvUsage, runningMean, waitingMean } from '../../signals/vllm/scheduler.ts'
import type { Fallback } from '../node.ts'
import { fleetSentence, knownSentences, nameRows } from '../predicates/sentences.ts'

/** Requests wait and nothing in the tree says why. */
export const queueUnexplained: Fallback = {
  cause: 'queue',
  title: (at) => say`Requests wait on ${nameRows(at.outcome.rows)}, and what I could read does not say for what.`,
  beside: (at) => say`Requests wait on ${nameRows(at.outcome.rows)} (${fleetSentence(at, waitingMean)}).`,
  because: (at) => [
    ...[waitingMean, kvUsage, runningMean, queueMean].map((signal) => fleetSentence(at, signal)),
    ...knownSentences(at, waitingDeferred, loraWaitedAgo, kvTransferMean, kvTransferFailures),
  ],
  actions: () => ({
    now: [
      readOnly(say`Compare running with --max-num-seqs, and the reasons in vllm:num_requests_waiting_by_reason`),
      readOnly(say`Look at the lengths of the prompts that wait: one very long prefill holds up the rest`),
    ],
    today: [],
    thisWeek: [],
    rollback: [],
  }),
  runbook: {
    means:
      'Requests wait, and none of the causes of a queue that whyslow knows fits what it could read: something it ' +
      'does not see holds them up.',
    check: [
      'Where: `sum by (instance, engine) (vllm:num_requests_waiting)` beside `vllm:num_requests_running` and `vllm:kv_cache_usage_perc`',
      'For what, on vLLM that tells it: `vllm:num_requests_waiting_by_reason`; `capacity` is room, `deferred` is adapters or a transfer of KV',
      'Very long prompts: `histogram_quantile(0.99, sum by (le, model_name) (rate(vllm:request_prompt_tokens_bucket[15m])))`, now and with `offset 1h`',
    ],
    avoid: [
      'Do not add instances before you know what is short: if it is a setting, the new ones wait for it, too',
      'Do not restart while tokens are made: the queue comes back, and finds cold caches',
    ],
  },
}
