import { readOnly, reversible } from '../../domain/action.ts'
import type { Answer } from '../../domain/diagnosis.ts'
import type { Evidence } from '../../domain/evidence.ts'
import { formatNumber } from '../../domain/quantity.ts'
import type { RowKey } from '../../domain/reading.ts'
import { valueOf } from '../../domain/reading.ts'
import { say } from '../../domain/text.ts'
import { endToEndMean } from '../../signals/vllm/latency.ts'
import { kvPeak, runningMean, runningMost, waitingPeak } from '../../signals/vllm/scheduler.ts'
import { CALM } from '../diagnosis/calm.ts'
import { below } from '../predicates/fleet-tests.ts'
import { fleetNow, rowNow, rowsOf } from '../predicates/lookup.ts'
import { branch } from '../node.ts'
import { isFlat } from '../engine/plateau.ts'
import { allOf, judge } from '../predicates/predicate.ts'
import type { Predicate } from '../predicates/predicate.ts'
import { mostRows } from '../predicates/row-tests.ts'
import type { RowTest } from '../predicates/row-tests.ts'
import { fleetSentence } from '../predicates/sentences.ts'
import { KV_FREE } from '../thresholds/kv.ts'
import { MOST, POOL_SIZES, SLOTS_FREE } from '../thresholds/queue.ts'

/** Of the fleet, or of each instance: a pool is one client's to all, or a gateway's to each. */
const isPoolSize: Predicate = {
  reads: [runningMost],
  text: 'as many requests run at most as a connection pool has: 50, 64, 100, 128, …',
  evaluate(evidence) {
    const now = fleetNow(evidence, runningMost)
    const holds = roundAnswer(evidence)
    return judge({ evidence, signal: runningMost, now, threshold: say`the size of a connection pool`, holds })
  },
}

function roundAnswer(evidence: Evidence): Answer {
  const fleet = valueOf(fleetNow(evidence, runningMost))
  const each = rowsOf(evidence, runningMost).map(({ now }) => valueOf(now))
  if (fleet === undefined || each.includes(undefined)) return 'unknown'
  const isOfEach = each.length > 0 && each.every((value) => value !== undefined && POOL_SIZES.includes(value))
  return POOL_SIZES.includes(fleet) || isOfEach ? 'yes' : 'no'
}

/** Below the configured cap; where nobody told it, the plateau may be the cap itself. */
const isBelowTheCap: RowTest = {
  reads: [runningMost],
  text: 'requests running stay below max_num_seqs, which is told',
  answer: capAnswer,
  evaluate(evidence, row) {
    const threshold = say`< ${String(evidence.expectations.maxNumSeqs ?? 'max_num_seqs')}`
    const now = rowNow(evidence, runningMost, row)
    return judge({ evidence, signal: runningMost, now, row, threshold, holds: capAnswer(evidence, row) })
  },
}

function capAnswer(evidence: Evidence, row: RowKey): Answer {
  const cap = evidence.expectations.maxNumSeqs
  const most = valueOf(rowNow(evidence, runningMost, row))
  if (cap === undefined || most === undefined) return 'unknown'
  return most < cap * SLOTS_FREE ? 'yes' : 'no'
}

export const clientPool = branch({
  id: 'client_pool',
  ask: say`Is the ceiling upstream: running stands at a round number, and nobody waits?`,
  when: allOf(mostRows(isFlat, MOST), isPoolSize, below(waitingPeak, 1)),
  confirm: [
    {
      test: mostRows(isBelowTheCap, MOST),
      excludes: 'sched.max_num_seqs',
      settleWith: say`read max_num_seqs in the start line of the log, and set \`max_num_seqs\` of the cluster to it`,
    },
    {
      test: below(kvPeak, KV_FREE),
      excludes: 'benign.high_kv_no_queue',
      settleWith: say`read vllm:kv_cache_usage_perc: where it is full, the engines have no room`,
    },
    ...CALM,
  ],
  settleWith: say`vllm:num_requests_running over an hour beside --max-num-seqs`,
  conclude: {
    cause: 'outside.client_pool_cap',
    title: (at) => {
      const most = valueOf(fleetNow(at.evidence, runningMost))
      const number = most === undefined ? say`the same number of` : formatNumber(most)
      return say`The engines have room: ${number} requests run, never more, and nobody waits. A client or the gateway sends no more at once.`
    },
    because: (at) =>
      [runningMean, runningMost, waitingPeak, kvPeak, endToEndMean].map((signal) => fleetSentence(at, signal)),
    actions: () => ({
      now: [
        readOnly(
          say`Look for that number in the settings of clients and gateway: aiohttp stops at 100, httpx at 100 or 1000`,
        ),
      ],
      today: [
        reversible(say`Raise the connection pool of the client, or of the gateway, if more throughput is wanted`),
      ],
      thisWeek: [],
      rollback: [reversible(say`Set the pool back if requests begin to wait`)],
    }),
  },
  runbook: {
    means:
      'Somebody upstream, a client or the gateway, keeps no more than a fixed number of requests open, so throughput is ' +
      'lower than the engines could give. A cap of slots (max_num_seqs) has a plateau, too, but there requests wait.',
    check: [
      'Whether the plateau is flat and nobody waits: `sum(vllm:num_requests_running)` and `sum(vllm:num_requests_waiting)` over an hour',
      'The connection pools of clients and gateway, in their settings',
    ],
    avoid: ['Do not add instances and do not raise `--max-num-seqs`: the engines have room.'],
  },
})
