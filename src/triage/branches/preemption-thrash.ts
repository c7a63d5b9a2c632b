import { readOnly, reversible, disruptive } from '../../domain/action.ts'
import type { Text } from '../../domain/text.ts'
import { say } from '../../domain/text.ts'
import { endToEndMean, interTokenMean } from '../../signals/vllm/latency.ts'
import {
  kvPeak,
  kvUsage,
  preemptions,
  preemptionsPerRequest,
  runningMean,
  waitingMean,
} from '../../signals/vllm/scheduler.ts'
import { generation } from '../../signals/vllm/traffic.ts'
import { swappedMost } from '../../signals/vllm/features.ts'
import { above, fell, rose } from '../predicates/fleet-tests.ts'
import { kvRoomSentences, prefixCachingActions, sequencesThatFit } from '../engine/kv-room.ts'
import { branch } from '../node.ts'
import { allOf, anyOf, whereThere } from '../predicates/predicate.ts'
import { rowWhereThere } from '../predicates/row-logic.ts'
import { anyRow, rowAbove, together } from '../predicates/row-tests.ts'
import { fleetSentence, knownSentences } from '../predicates/sentences.ts'
import { KV_FULL, PREEMPTIONS_PER_REQUEST, PREEMPTIONS_WITH_A_QUEUE, WORK_LOST } from '../thresholds/kv.ts'
import { SLOWER, TOKEN_SLOWER } from '../thresholds/latency.ts'
import { QUEUE } from '../thresholds/queue.ts'

const isAlwaysFull = rowWhereThere(together(rowAbove(kvUsage, KV_FULL), rowAbove(waitingMean, QUEUE)))

// "vLLM preempts requests when the KV cache has no space": docs/configuration/optimization.md. The time a preempted
// request waits is booked as prefill or decode, so the queue may look flat.
export const preemptionThrash = branch({
  id: 'preemption_thrash',
  ask: say`Is the KV cache full, and are running requests evicted and computed again?`,
  // V0 swaps what it evicts where it is told to, and counts evictions since 0.4.3 only.
  when: allOf(
    anyOf(
      above(preemptionsPerRequest, PREEMPTIONS_PER_REQUEST),
      whereThere(above(swappedMost, 0)),
      // Where hardly anything finishes there are no requests to count them by.
      whereThere(allOf(above(preemptions, 0), fell(generation, WORK_LOST))),
      // Few evictions are harmless where blocks come free between them; here none does, and others wait for one.
      whereThere(allOf(above(preemptionsPerRequest, PREEMPTIONS_WITH_A_QUEUE), anyRow(isAlwaysFull))),
    ),
    above(kvPeak, KV_FULL),
  ),
  confirm: [
    {
      test: anyOf(rose(endToEndMean, SLOWER), rose(interTokenMean, TOKEN_SLOWER)),
      excludes: 'healthy',
      settleWith: say`compare the latency with an hour ago: few evictions are harmless`,
    },
  ],
  settleWith: say`rate(vllm:num_preemptions_total[5m]) beside vllm:kv_cache_usage_perc`,
  conclude: {
    cause: 'kv.preemption_thrash',
    title: () => say`The KV cache is full: running requests are evicted and computed again, so work is done twice.`,
    because: (at) => [
      ...[preemptionsPerRequest, preemptions, kvPeak, generation, runningMean, interTokenMean].map((signal) =>
        fleetSentence(at, signal),
      ),
      ...knownSentences(at, swappedMost),
      ...kvRoomSentences(at),
    ],
    actions: (at) => ({
      now: [
        reversible(say`Lower concurrency at the gateway until preemptions stop`),
        readOnly(say`Find who sends the long prompts or asks for long outputs, and cap them first`),
      ],
      today: [
        disruptive(
          say`Lower --max-num-seqs so that the batch fits the KV cache${fitting(sequencesThatFit(at, 'fewer_than_run'))}`,
        ),
        disruptive(say`Or make room: --kv-cache-dtype fp8, a shorter --max-model-len, more tensor parallelism`),
        ...prefixCachingActions(at),
      ],
      thisWeek: [
        reversible(say`Admit by tokens at the gateway, not by requests`),
        reversible(say`Alert on preemptions per request`),
      ],
      rollback: [reversible(say`Restore the gateway's limits`)],
    }),
  },
  runbook: {
    means:
      'Running requests find no free KV block, so vLLM evicts some and computes them again: the engines are busy ' +
      'and tokens a second fall. The queue may look flat, since what a request waits after an eviction is booked ' +
      'as prefill or decode. It is easily taken for slow GPUs; few evictions are harmless.',
    check: [
      'Evictions per finished request: `sum(increase(vllm:num_preemptions_total[5m])) / sum(increase(vllm:request_success_total[5m]))`',
      'KV cache by instance, near 1: `max by (instance) (vllm:kv_cache_usage_perc)` (older vLLM: `vllm:gpu_cache_usage_perc`)',
      'On V0 requests may be swapped out instead: `max by (instance) (vllm:num_requests_swapped)`',
      'Work that is lost: `sum(rate(vllm:generation_tokens_total[5m]))`, now and with `offset 1h`',
      'V0 logs `is preempted by PreemptionMode`, each fiftieth time only; V1 logs nothing, so no line is no evidence',
    ],
    avoid: [
      'Do not raise `--gpu-memory-utilization` on a fleet that serves: it takes a restart under full load, and then less is left against `CUDA out of memory`',
      'Do not raise `--max-num-seqs` because requests wait: more of them evict each other',
      'Do not restart: the load comes back, and finds cold caches',
    ],
  },
})

function fitting(sequences: Text | undefined): Text {
  return sequences === undefined ? say`` : say`: ${sequences} mean sequences do at their full length`
}
