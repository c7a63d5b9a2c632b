import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import { say } from '../../domain/text.ts'
import { loraWaitedAgo, waitingDeferred } from '../../signals/vllm/features.ts'
import { queueMean } from '../../signals/vllm/latency.ts'
import { kvPeak, runningMean, waitingMean } from '../../signals/vllm/scheduler.ts'
import { branch } from '../node.ts'
import { hasFreeSlots } from '../engine/plateau.ts'
import { anyRow, onThem, rowAbove, rowBelow, together } from '../predicates/row-tests.ts'
import { fleetSentence, knownSentences, nameRows } from '../predicates/sentences.ts'
import { explainsGrowth } from '../engine/stage-test.ts'
import { KV_FREE } from '../thresholds/kv.ts'
import { GUILTY_SHARE } from '../thresholds/latency.ts'
import { LORA_WAITS, QUEUE } from '../thresholds/queue.ts'

// A step holds requests of at most --max-loras adapters; who needs another one is passed over: vllm/v1/core/sched/scheduler.py.
export const loraSlots = branch({
  id: 'lora_slots',
  ask: say`Do requests wait for a slot of their LoRA adapter although KV blocks are free?`,
  when: anyRow(together(rowAbove(waitingMean, QUEUE), rowBelow(kvPeak, KV_FREE), rowBelow(loraWaitedAgo, LORA_WAITS))),
  confirm: [
    {
      test: onThem(hasFreeSlots),
      strength: 'supports',
      excludes: 'sched.max_num_seqs',
      settleWith: say`compare vllm:num_requests_running with --max-num-seqs`,
    },
    {
      test: explainsGrowth('queue', GUILTY_SHARE),
      excludes: 'decode',
      settleWith: say`compare queue, prefill and decode times with an hour ago`,
    },
  ],
  settleWith: say`vllm:lora_requests_info: does the series with the greatest value name waiting_lora_adapters?`,
  conclude: {
    cause: 'sched.lora_slots',
    title: (at) =>
      say`Requests wait for a slot of their LoRA adapter on ${nameRows(at.outcome.rows)}, while KV cache is free: compare the adapters in use with --max-loras.`,
    because: (at) => [
      ...[waitingMean, runningMean, kvPeak, queueMean].map((signal) => fleetSentence(at, signal)),
      ...knownSentences(at, loraWaitedAgo, waitingDeferred),
    ],
    actions: () => ({
      now: [
        readOnly(say`Which adapters wait? waiting_lora_adapters of the newest vllm:lora_requests_info, by instance`),
      ],
      today: [
        reversible(say`Send requests of one adapter to the same instances, so that each needs fewer slots`),
        disruptive(say`Raise --max-loras on one instance (its default is 1); each slot takes GPU memory`),
      ],
      thisWeek: [reversible(say`Alert on adapters in use by instance against --max-loras`)],
      rollback: [disruptive(say`Set --max-loras back if KV cache runs short`)],
    }),
  },
  runbook: {
    means:
      'An engine computes at most as many adapters at once as it has slots for (max_loras, 1 by default); requests for another ' +
      'adapter wait although KV blocks and slots of the batch are free. It looks like a queue for want of capacity.',
    check: [
      'Who waits for whom: in `vllm:lora_requests_info` the series with the greatest value is now; compare its `running_lora_adapters`, `waiting_lora_adapters` and `max_lora`',
    ],
    avoid: ['Do not raise `--max-num-seqs`, and do not add KV cache: neither is what they wait for.'],
  },
})
