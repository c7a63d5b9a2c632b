import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import type { Evidence } from '../../domain/evidence.ts'
import { formatNumber } from '../../domain/quantity.ts'
import type { RowKey } from '../../domain/reading.ts'
import { valueOf } from '../../domain/reading.ts'
import type { Text } from '../../domain/text.ts'
import { say } from '../../domain/text.ts'
import { queueMean } from '../../signals/vllm/latency.ts'
import { kvPeak, runningMean, runningMost, waitingMean } from '../../signals/vllm/scheduler.ts'
import { below } from '../predicates/fleet-tests.ts'
import { kvRoomSentences, sequencesThatFit } from '../engine/kv-room.ts'
import { rowNow } from '../predicates/lookup.ts'
import { branch } from '../node.ts'
import { isFlat } from '../engine/plateau.ts'
import { allOf, joinAll, judge } from '../predicates/predicate.ts'
import type { Outcome, Predicate } from '../predicates/predicate.ts'
import { mostRows, onThem, rowAbove, rowAtLeast } from '../predicates/row-tests.ts'
import { fleetSentence, firstRow, nameRows } from '../predicates/sentences.ts'
import { explainsGrowth } from '../engine/stage-test.ts'
import { KV_FREE } from '../thresholds/kv.ts'
import { GUILTY_SHARE } from '../thresholds/latency.ts'
import { MOST, PLATEAU_WAVER, QUEUE, SAME_PLATEAU } from '../thresholds/queue.ts'

/** At the configured cap; where nobody told it, at one number on so many instances that it must be a setting. */
const isTheCap: Predicate = {
  reads: [runningMost],
  text: `the plateau is max_num_seqs, or one number on ${SAME_PLATEAU} instances`,
  evaluate(evidence, about = []) {
    const cap = evidence.expectations.maxNumSeqs
    const least = cap === undefined ? undefined : cap * (1 - PLATEAU_WAVER)
    if (least !== undefined) return onThem(rowAtLeast(runningMost, least)).evaluate(evidence, about)
    return oneNumber(evidence, about)
  },
}

function oneNumber(evidence: Evidence, rows: readonly RowKey[]): Outcome {
  const values = rows.map((row) => valueOf(rowNow(evidence, runningMost, row)))
  const isOne = values.length >= SAME_PLATEAU && !values.includes(undefined) && new Set(values).size === 1
  const outcomes = rows.slice(0, SAME_PLATEAU).map((row) => {
    const now = rowNow(evidence, runningMost, row)
    const threshold = say`one number on ${SAME_PLATEAU} instances`
    return judge({ evidence, signal: runningMost, now, row, threshold, holds: isOne ? 'yes' : 'unknown' })
  })
  return joinAll(outcomes)
}

export const slotCap = branch({
  id: 'slot_cap',
  ask: say`Do requests wait for a slot (max_num_seqs) although KV blocks are free?`,
  when: allOf(mostRows(rowAbove(waitingMean, QUEUE), MOST), mostRows(isFlat, MOST), below(kvPeak, KV_FREE)),
  confirm: [
    {
      test: isTheCap,
      // A full step budget makes a plateau, too.
      strength: 'decides',
      excludes: 'sched.token_budget',
      settleWith: say`read max_num_seqs in the start line of the log, and set \`max_num_seqs\` of the cluster to it`,
    },
    {
      test: explainsGrowth('queue', GUILTY_SHARE),
      excludes: 'decode',
      settleWith: say`compare queue, prefill and decode times with an hour ago`,
    },
  ],
  settleWith: say`compare vllm:num_requests_running with max_num_seqs in the start line of the log, and set \`max_num_seqs\` of the cluster to it`,
  conclude: {
    cause: 'sched.max_num_seqs',
    title: (at) => {
      const row = firstRow(at)
      const number = row === undefined ? undefined : valueOf(rowNow(at.evidence, runningMost, row))
      const runs = number === undefined ? say`a constant number of` : formatNumber(number)
      return say`No more than ${runs} requests run at once on ${nameRows(at.outcome.rows)}, and the rest waits while KV cache is free: the cap is max_num_seqs.`
    },
    because: (at) => [
      ...[runningMean, waitingMean, kvPeak, queueMean].map((signal) => fleetSentence(at, signal)),
      ...kvRoomSentences(at),
    ],
    actions: (at) => ({
      now: [readOnly(say`Read the cap in the start line of the log`, "grep -m1 -o 'max_num_seqs[^,]*' <log>")],
      today: [
        disruptive(
          say`Raise --max-num-seqs step by step on one instance, watching inter-token latency and preemptions${room(sequencesThatFit(at, 'more_than_run'))}`,
        ),
      ],
      thisWeek: [reversible(say`Scale on requests waiting as well as on KV usage, which stays low here`)],
      rollback: [disruptive(say`Set --max-num-seqs back if inter-token latency passes its objective`)],
    }),
  },
  runbook: {
    means:
      'As many requests run as `--max-num-seqs` allows, and the rest waits although KV blocks are free: a ' +
      'setting, not a want of hardware. A cap on connections before the engine looks alike, but then nobody waits ' +
      'in the engine.',
    check: [
      'Running is flat at one number: `max by (instance, engine) (vllm:num_requests_running)`, beside `vllm:num_requests_waiting`',
      "The cap, in the start line of the log: `grep -m1 -o 'max_num_seqs[^,]*' <log>`; it is by engine, and its default differs by version and GPU",
      'Another reason to wait, on vLLM that tells it: `vllm:num_requests_waiting_by_reason{reason="deferred"} > 0` is adapters or a transfer of KV',
    ],
    avoid: [
      'Do not raise it where inter-token latency is at its objective already: a greater batch makes each token slower',
      'Do not raise it in one leap: when the KV cache is full, requests are evicted',
      'Do not scale on KV usage alone: it stays low here',
    ],
  },
})

function room(sequences: Text | undefined): Text {
  return sequences === undefined ? say`` : say`; the KV cache has room for ${sequences} mean sequences at full length`
}
