import type { Answer } from '../../domain/diagnosis.ts'
import type { Evidence } from '../../domain/evidence.ts'
import { oncePer } from '../../domain/once.ts'
import { formatNumber, formatPercent } from '../../domain/quantity.ts'
import type { RowKey } from '../../domain/reading.ts'
import { valueOf } from '../../domain/reading.ts'
import { say } from '../../domain/text.ts'
import { runningMean, runningMost } from '../../signals/vllm/scheduler.ts'
import { rowNow, rowsOf } from '../predicates/lookup.ts'
import type { Belief } from '../predicates/belief.ts'
import { negated } from '../predicates/belief.ts'
import { judge } from '../predicates/predicate.ts'
import type { RowTest } from '../predicates/row-tests.ts'
import { MOST, PLATEAU_WAVER, SAME_PLATEAU, SLOTS_FREE } from '../thresholds/queue.ts'

/** Running never moves: its mean is its greatest value, but for scrapes just after a request left. */
export const isFlat: RowTest = {
  reads: [runningMost, runningMean],
  text: 'requests running are flat at their greatest value',
  answer: (evidence, row) =>
    plateau(valueOf(rowNow(evidence, runningMost, row)), valueOf(rowNow(evidence, runningMean, row))),
  evaluate(evidence, row) {
    const most = rowNow(evidence, runningMost, row)
    const mean = rowNow(evidence, runningMean, row)
    const greatest =
      valueOf(most) === undefined ? say`its greatest` : say`its greatest, ${formatNumber(valueOf(most) ?? 0)}`
    const threshold = say`within ${formatPercent(PLATEAU_WAVER)} of ${greatest}`
    const holds = plateau(valueOf(most), valueOf(mean))
    return judge({ evidence, signal: runningMean, now: mean, row, threshold, holds })
  },
}

/**
 * Where most instances, and so many of them, reach one and the same number it may be the cap, however they waver below
 * it.
 */
function movesFreely(evidence: Evidence, row: RowKey): Belief {
  const answer = negated(isFlat.answer(evidence, row))
  const most = valueOf(rowNow(evidence, runningMost, row))
  if (answer !== 'yes') return answer
  const { rows, byValue } = plateausOf(evidence)
  const alike = byValue.get(most) ?? 0
  return alike >= Math.max(SAME_PLATEAU, MOST * rows) ? 'unknown' : answer
}

interface Plateaus {
  readonly rows: number
  /** How many rows have that greatest value. */
  readonly byValue: ReadonlyMap<number | undefined, number>
}

/** Counted once: each row of a fleet asks how many are like it. */
const plateausOf = oncePer((evidence: Evidence): Plateaus => {
  const rows = rowsOf(evidence, runningMost)
  const byValue = new Map<number | undefined, number>()
  for (const { now } of rows) byValue.set(valueOf(now), (byValue.get(valueOf(now)) ?? 0) + 1)
  return { rows: rows.length, byValue }
})

function plateau(most: number | undefined, mean: number | undefined): Answer {
  if (most === undefined || mean === undefined) return 'unknown'
  return most > 0 && mean >= most * (1 - PLATEAU_WAVER) ? 'yes' : 'no'
}

/** Fewer run than the configured cap allows; where nobody told it, their number moves, which at a cap it does not. */
export const hasFreeSlots: RowTest = {
  reads: [runningMost, runningMean],
  text: `requests running stay below ${formatPercent(SLOTS_FREE)} of max_num_seqs (where it is not told, are not flat, nor reach one number on most of ≥ ${SAME_PLATEAU} instances)`,
  answer(evidence, row) {
    const cap = evidence.expectations.maxNumSeqs
    if (cap === undefined) return movesFreely(evidence, row)
    const most = valueOf(rowNow(evidence, runningMost, row))
    if (most === undefined) return 'unknown'
    return most < cap * SLOTS_FREE ? 'yes' : 'no'
  },
  evaluate(evidence, row) {
    const cap = evidence.expectations.maxNumSeqs
    const holds = hasFreeSlots.answer(evidence, row)
    const threshold =
      cap === undefined
        ? say`not flat, nor one number on most of ≥ ${SAME_PLATEAU} instances`
        : say`< ${formatPercent(SLOTS_FREE)} of max_num_seqs, ${cap}`
    return judge({ evidence, signal: runningMost, now: rowNow(evidence, runningMost, row), row, threshold, holds })
  },
}
