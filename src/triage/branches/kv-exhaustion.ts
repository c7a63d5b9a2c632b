import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import { formatNumber } from '../../domain/quantity.ts'
import { valueOf } from '../../domain/reading.ts'
import type { Text } from '../../domain/text.ts'
import { say } from '../../domain/text.ts'
import { queueMean } from '../../signals/vllm/latency.ts'
import {
  kvPeak,
  kvUsage,
  preemptionsPerRequest,
  runningMean,
  runningMost,
  waitingMean,
} from '../../signals/vllm/scheduler.ts'
import { generation } from '../../signals/vllm/traffic.ts'
import { below } from '../predicates/fleet-tests.ts'
import { kvRoomSentences, prefixCachingActions } from '../engine/kv-room.ts'
import { rowsOf } from '../predicates/lookup.ts'
import { branch } from '../node.ts'
import type { Case } from '../node.ts'
import { hasFreeSlots } from '../engine/plateau.ts'
import { allOf } from '../predicates/predicate.ts'
import { mostRows } from '../predicates/row-tests.ts'
import type { RowTest } from '../predicates/row-tests.ts'
import { fleetSentence, nameRows } from '../predicates/sentences.ts'
import { PREEMPTIONS_PER_REQUEST } from '../thresholds/kv.ts'
import { MOST } from '../thresholds/queue.ts'
import { capacity } from './capacity.ts'

/** By a cap that somebody told; where nobody did, nothing says that slots are free, which leaves nothing open. */
const isBelowToldCap: RowTest = {
  ...hasFreeSlots,
  answer: (evidence, row) =>
    evidence.expectations.maxNumSeqs === undefined ? 'unseen' : hasFreeSlots.answer(evidence, row),
  evaluate(evidence, row) {
    const outcome = hasFreeSlots.evaluate(evidence, row)
    return { ...outcome, answer: isBelowToldCap.answer(evidence, row) }
  },
}

// Asked after capacity, of which it is the one of two ceilings: blocks are what is used up, and neither slots nor compute.
export const kvExhaustion = branch({
  id: 'kv_exhaustion',
  ask: say`Is the KV cache what they wait for, with slots of the batch left free?`,
  when: allOf(capacity.when, mostRows(isBelowToldCap, MOST)),
  confirm: [
    ...capacity.confirm,
    {
      test: below(preemptionsPerRequest, PREEMPTIONS_PER_REQUEST),
      excludes: 'kv.preemption_thrash',
      settleWith: say`compare increases of vllm:num_preemptions_total and vllm:request_success_total`,
    },
  ],
  settleWith: say`compare vllm:num_requests_running with max_num_seqs in the start line of the log, and set \`max_num_seqs\` of the cluster to it`,
  conclude: {
    cause: 'kv.exhaustion',
    title: (at) =>
      say`The KV cache is full on ${nameRows(at.outcome.rows)}: ${runsOfCap(at)}, and the rest waits for blocks.`,
    because: (at) => [
      ...[waitingMean, kvUsage, kvPeak, runningMean, preemptionsPerRequest, queueMean, generation].map((signal) =>
        fleetSentence(at, signal),
      ),
      ...kvRoomSentences(at),
    ],
    actions: (at) => ({
      now: [
        reversible(say`Shed or limit by tokens at the gateway, those with the longest prompts first`),
        readOnly(say`Whose sequences are long? Prompt and output lengths by client`),
      ],
      today: [
        ...prefixCachingActions(at),
        disruptive(
          say`Give one instance more blocks: --kv-cache-dtype fp8, a smaller --max-model-len, or more GPUs for a model`,
        ),
        disruptive(say`Or add instances; count in how long the model takes to load`),
      ],
      thisWeek: [reversible(say`Size by tokens: KV tokens over the mean length of a sequence is what fits at once`)],
      rollback: [reversible(say`Lift the gateway's limits when nobody waits`)],
    }),
  },
  runbook: {
    means:
      'Requests wait for KV blocks: the cache is full while slots of the batch are free and the engines make more tokens than ' +
      'before. Memory is the ceiling, and not compute: more blocks let more run at once. Where running requests are evicted as ' +
      'well it is a thrash, and where as many run as `--max-num-seqs` allows, the cap.',
    check: [
      'Full, and who waits: `max by (instance) (vllm:kv_cache_usage_perc)`, `sum by (instance) (vllm:num_requests_waiting)`',
      "Below the cap: `max by (instance, engine) (vllm:num_requests_running)` against `grep -m1 -o 'max_num_seqs[^,]*' <log>`",
      'The other ceiling: `sum(rate(vllm:generation_tokens_total[5m]))` that stays flat while more run is compute',
      'None evicted: `increase(vllm:num_preemptions_total[5m])`',
    ],
    avoid: [
      'Do not raise `--max-num-seqs`: slots are free, and requests would be evicted',
      'Do not raise `--gpu-memory-utilization` on a fleet that serves: it takes a restart under full load',
    ],
  },
})

/** The most that ran at once on one of them, and how many may. */
function runsOfCap({ evidence, outcome }: Case): Text {
  const cap = evidence.expectations.maxNumSeqs
  const named = new Set(outcome.rows.map(({ instance }) => instance))
  const rows = rowsOf(evidence, runningMost).filter(({ key }) => named.has(key.instance))
  const [most] = rows.flatMap(({ now }) => valueOf(now) ?? []).toSorted((one, other) => other - one)
  if (cap === undefined || most === undefined) return say`fewer requests run than may`
  return say`no more than ${formatNumber(most)} requests run on one, of ${formatNumber(cap)} that may`
}
