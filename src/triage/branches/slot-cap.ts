import type { Answer } from '../../domain/diagnosis.ts'
import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import { formatNumber } from '../../domain/quantity.ts'
import { valueOf } from '../../domain/reading.ts'
import { queueMean } from '../../signals/vllm/latency.ts'
import { kvPeak, runningMean, runningMost, waitingMean } from '../../signals/vllm/scheduler.ts'
import { below } from '../fleet-tests.ts'
import { rowKeys, rowNow } from '../lookup.ts'
import { branch } from '../node.ts'
import { allOf, judge } from '../predicate.ts'
import type { Predicate } from '../predicate.ts'
import { mostRows, rowAbove } from '../row-tests.ts'
import type { RowTest } from '../row-tests.ts'
import { fleetSentence, firstRow } from '../sentences.ts'
import { explainsGrowth } from '../stage-test.ts'
import { GUILTY_SHARE, KV_FREE, PLATEAU_WAVER, QUEUE } from '../thresholds.ts'

/** Part of the instances that a fleet-wide statement asks for. */
const MOST = 0.7

/** Running never moves: its mean is its greatest value, but for scrapes just after a request left. */
const isFlat: RowTest = {
  reads: [runningMost, runningMean],
  text: 'requests running are flat at their greatest value',
  answer: (evidence, row) =>
    plateau(valueOf(rowNow(evidence, runningMost, row)), valueOf(rowNow(evidence, runningMean, row))),
  evaluate(evidence, row) {
    const most = rowNow(evidence, runningMost, row)
    const mean = rowNow(evidence, runningMean, row)
    const greatest = valueOf(most) === undefined ? 'its greatest' : `its greatest, ${formatNumber(valueOf(most) ?? 0)}`
    const threshold = `within 5 % of ${greatest}`
    const holds = plateau(valueOf(most), valueOf(mean))
    return judge({ evidence, signal: runningMean, now: mean, row, threshold, holds })
  },
}

function plateau(most: number | undefined, mean: number | undefined): Answer {
  if (most === undefined || mean === undefined) return 'unknown'
  return most > 0 && mean >= most * (1 - PLATEAU_WAVER) ? 'yes' : 'no'
}

/** At the configured cap, or, where nobody told it, at the very same number on three instances or more. */
const isTheCap: Predicate = {
  reads: [runningMost],
  text: 'the plateau is max_num_seqs, or the same number on three instances',
  evaluate(evidence) {
    const cap = evidence.expectations.maxNumSeqs
    const rows = rowKeys(evidence, [runningMost])
    const values = rows.flatMap((row) => valueOf(rowNow(evidence, runningMost, row)) ?? [])
    const row = rows[0]
    const now = row === undefined ? undefined : rowNow(evidence, runningMost, row)
    if (row === undefined || now === undefined) return { answer: 'unknown', used: [], rows: [], missing: [runningMost] }
    const threshold = cap === undefined ? 'the same on all' : `= ${cap}`
    return judge({ evidence, signal: runningMost, now, row, threshold, holds: capAnswer(cap, values) })
  },
}

function capAnswer(cap: number | undefined, values: readonly number[]): Answer {
  if (values.length === 0) return 'unknown'
  if (cap !== undefined) return values.some((value) => value >= cap * (1 - PLATEAU_WAVER)) ? 'yes' : 'no'
  return values.length >= 3 && new Set(values).size === 1 ? 'yes' : 'unknown'
}

export const slotCap = branch({
  id: 'slot_cap',
  ask: 'Do requests wait for a slot (max_num_seqs) although KV blocks are free?',
  when: allOf(mostRows(rowAbove(waitingMean, QUEUE), MOST), mostRows(isFlat, MOST), below(kvPeak, KV_FREE)),
  confirm: [
    {
      test: isTheCap,
      excludes: 'sched.token_budget',
      settleWith: 'read max_num_seqs in the start line of the log, and set `max_num_seqs` of the cluster to it',
    },
    {
      test: explainsGrowth('queue', GUILTY_SHARE),
      excludes: 'decode',
      settleWith: 'compare queue, prefill and decode times with an hour ago',
    },
  ],
  settleWith: 'compare vllm:num_requests_running with --max-num-seqs',
  conclude: {
    cause: 'sched.max_num_seqs',
    title: (at) => {
      const row = firstRow(at)
      const greatest = row === undefined ? undefined : valueOf(rowNow(at.evidence, runningMost, row))
      const number = greatest === undefined ? 'a constant' : formatNumber(greatest)
      return `Every instance runs exactly ${number} requests and lets the rest wait while KV cache is free: the cap is max_num_seqs.`
    },
    because: (at) => [runningMean, waitingMean, kvPeak, queueMean].map((signal) => fleetSentence(at, signal)),
    actions: () => ({
      now: [readOnly('Read the cap in the start line of the log', "grep -m1 -o 'max_num_seqs[^,]*' <log>")],
      today: [
        disruptive('Raise --max-num-seqs step by step on one instance, watching inter-token latency and preemptions'),
      ],
      thisWeek: [reversible('Scale on requests waiting as well as on KV usage, which stays low here')],
      rollback: [disruptive('Set --max-num-seqs back if inter-token latency passes its objective')],
    }),
  },
})
