import { readOnly, reversible } from '../../domain/action.ts'
import type { Answer } from '../../domain/diagnosis.ts'
import { formatPercent } from '../../domain/quantity.ts'
import { valueOf } from '../../domain/reading.ts'
import { say } from '../../domain/text.ts'
import { kvTransferFailures, kvTransferMean, loraWaitedAgo, waitingDeferred } from '../../signals/vllm/features.ts'
import { queueMean } from '../../signals/vllm/latency.ts'
import { kvUsage, waitingMean } from '../../signals/vllm/scheduler.ts'
import { rowNow } from '../predicates/lookup.ts'
import { branch } from '../node.ts'
import { judge } from '../predicates/predicate.ts'
import { anyRow, rowAbove, together } from '../predicates/row-tests.ts'
import type { RowTest } from '../predicates/row-tests.ts'
import { fleetSentence, knownSentences, nameRows } from '../predicates/sentences.ts'
import { explainsGrowth } from '../engine/stage-test.ts'
import { GUILTY_SHARE } from '../thresholds/latency.ts'
import { MOSTLY, QUEUE } from '../thresholds/queue.ts'

const areMostOfThem: RowTest = {
  reads: [waitingDeferred, waitingMean],
  text: `requests deferred are > ${formatPercent(MOSTLY)} of those waiting`,
  answer: (evidence, row) =>
    isMost(valueOf(rowNow(evidence, waitingDeferred, row)), valueOf(rowNow(evidence, waitingMean, row))),
  evaluate(evidence, row) {
    const now = rowNow(evidence, waitingDeferred, row)
    const waiting = valueOf(rowNow(evidence, waitingMean, row))
    const threshold = say`> ${formatPercent(MOSTLY)} of those waiting`
    return judge({ evidence, signal: waitingDeferred, now, row, threshold, holds: isMost(valueOf(now), waiting) })
  },
}

function isMost(deferred: number | undefined, waiting: number | undefined): Answer {
  if (deferred === undefined || waiting === undefined) return 'unknown'
  return deferred > MOSTLY * waiting ? 'yes' : 'no'
}

// The scheduler skips them and takes who stands behind: vllm/v1/core/sched/scheduler.py, `skipped_waiting`.
export const deferred = branch({
  id: 'deferred',
  ask: say`Do most of those who wait wait for something else than room: an adapter, a KV transfer, a grammar?`,
  when: anyRow(together(rowAbove(waitingDeferred, QUEUE), areMostOfThem)),
  confirm: [
    {
      test: explainsGrowth('queue', GUILTY_SHARE),
      excludes: 'queue.capacity',
      settleWith: say`compare queue, prefill and decode times with an hour ago`,
    },
  ],
  settleWith: say`vllm:num_requests_waiting_by_reason by instance`,
  conclude: {
    cause: 'queue',
    title: (at) =>
      say`Most requests that wait on ${nameRows(at.outcome.rows)} wait for an adapter, a KV transfer or a grammar, and not for room.`,
    because: (at) => [
      ...[waitingDeferred, waitingMean, kvUsage, queueMean].map((signal) => fleetSentence(at, signal)),
      ...knownSentences(at, loraWaitedAgo, kvTransferMean, kvTransferFailures),
    ],
    actions: () => ({
      now: [
        readOnly(say`Which of the three? vllm:lora_requests_info (waiting_lora_adapters), vllm:nixl_*, and the log`),
        readOnly(
          say`With prefill and decode apart: do the prefill instances answer, and is the network between them well?`,
        ),
      ],
      today: [reversible(say`Send requests of one adapter to the same instances, so that each needs fewer slots`)],
      thisWeek: [reversible(say`Alert on vllm:num_requests_waiting_by_reason{reason="deferred"} apart from capacity`)],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'The scheduler passes these requests over, because something they need is not there yet: a slot for their LoRA adapter, KV blocks that another engine computes, a compiled grammar. More KV cache, more slots (max_num_seqs) or more instances of the same kind do not help them. On /metrics they look like a queue; only the reason tells them from one.',
    check: [
      'Why they wait: `sum by (instance, reason) (vllm:num_requests_waiting_by_reason)`',
      'An adapter: in `vllm:lora_requests_info` the series with the greatest value is now, and its `waiting_lora_adapters` names who waits',
      'A transfer: `rate(vllm:nixl_num_failed_transfers_total[5m])`, and the mean of `vllm:nixl_xfer_time_seconds`',
    ],
    avoid: ['Do not raise `--max-num-seqs` and do not add decode instances for it: the engines have room.'],
  },
})
