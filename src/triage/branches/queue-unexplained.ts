import { readOnly } from '../../domain/action.ts'
import { queueMean } from '../../signals/vllm/latency.ts'
import { kvUsage, runningMean, waitingMean } from '../../signals/vllm/scheduler.ts'
import type { Conclusion } from '../node.ts'
import { fleetSentence, nameRows } from '../sentences.ts'

/** Requests wait and nothing in the tree says why. */
export const queueUnexplained: Conclusion = {
  cause: 'queue',
  title: (at) => `Requests wait on ${nameRows(at.outcome.rows)}, and what I could read does not say for what.`,
  because: (at) => [waitingMean, kvUsage, runningMean, queueMean].map((signal) => fleetSentence(at, signal)),
  actions: () => ({
    now: [
      readOnly('Compare running with --max-num-seqs, and the reasons in vllm:num_requests_waiting_by_reason'),
      readOnly('Look at the lengths of the prompts that wait: one very long prefill holds up the rest'),
    ],
    today: [],
    thisWeek: [],
    rollback: [],
  }),
}
