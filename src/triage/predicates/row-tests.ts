import type { Answer } from '../../domain/diagnosis.ts'
import type { Evidence } from '../../domain/evidence.ts'
import { formatLimit, formatPercent, formatQuantity } from '../../domain/quantity.ts'
import type { Measure, RowKey } from '../../domain/reading.ts'
import { valueOf } from '../../domain/reading.ts'
import type { Text } from '../../domain/text.ts'
import { english, say } from '../../domain/text.ts'
import type { Signal } from '../../signals/signal.ts'
import type { Belief, Count } from './belief.ts'
import { BELIEFS, countsAsNo, countsAsYes, countsOf, ofAll, ofAny } from './belief.ts'
import { downBy, upBy } from './change.ts'
import type { Change, Step } from './change.ts'
import { answerFor } from './fleet-tests.ts'
import { joinText } from './join-text.ts'
import { fleetNow, hasFailed, isUnread, rowBefore, rowKeys, rowNow } from './lookup.ts'
import { joinAll, judge, readsOf } from './predicate.ts'
import { firstInOrder, inOrder, nearestFirst } from './rows-in-order.ts'
import type { Outcome, Predicate } from './predicate.ts'

/** Whether some of what is asked of the row is there and was not read. */
export function isRowUnread({ reads }: RowTest, evidence: Evidence, key: RowKey): boolean {
  return reads.some((signal) => isUnread(rowNow(evidence, signal, key)))
}

/** A test of one row: an instance, or one engine of it. */
export interface RowTest {
  readonly reads: readonly Signal[]
  /** Whose rows it is asked of; of all that it reads unless stated. */
  readonly rowsOf?: readonly Signal[]
  readonly text: string
  /** The answer alone: a fleet has a thousand rows, and only those that tell get an outcome. */
  answer(evidence: Evidence, key: RowKey): Belief
  evaluate(evidence: Evidence, key: RowKey): Outcome
  /** How far a no is from a yes, as a part of the limit; left out where that is no number. */
  readonly gap?: (evidence: Evidence, key: RowKey) => number
}

export function rowAbove(signal: Signal, limit: number): RowTest {
  return rowCompare(signal, {
    threshold: say`> ${formatLimit(limit, signal.unit)}`,
    limit,
    holds: (value) => value > limit,
  })
}

export function rowAtLeast(signal: Signal, limit: number): RowTest {
  return rowCompare(signal, {
    threshold: say`≥ ${formatLimit(limit, signal.unit)}`,
    limit,
    holds: (value) => value >= limit,
  })
}

export function rowBelow(signal: Signal, limit: number): RowTest {
  return rowCompare(signal, {
    threshold: say`< ${formatLimit(limit, signal.unit)}`,
    limit,
    holds: (value) => value < limit,
  })
}

/** A row has a value; without one it is unknown. */
export function rowIsRead(signal: Signal): RowTest {
  return rowCompare(signal, { threshold: say`is read`, holds: () => true })
}

export function rowIsZero(signal: Signal): RowTest {
  return rowCompare(signal, {
    threshold: say`= ${formatQuantity(0, signal.unit)}`,
    limit: 0,
    holds: (value) => value === 0,
  })
}

interface Comparison {
  readonly threshold: Text
  readonly limit?: number
  readonly holds: (value: number) => boolean
}

function rowCompare(signal: Signal, { threshold, limit, holds }: Comparison): RowTest {
  return {
    reads: [signal],
    text: english`${signal.title} ${threshold}`,
    answer: (evidence, row) => answerFor(rowNow(evidence, signal, row), holds),
    evaluate(evidence, row) {
      const now = rowNow(evidence, signal, row)
      return judge({ evidence, signal, now, row, threshold, holds: answerFor(now, holds) })
    },
    gap(evidence, row) {
      const value = valueOf(rowNow(evidence, signal, row))
      if (value === undefined || limit === undefined || holds(value)) return 0
      return Math.abs(value - limit) / (limit === 0 ? 1 : Math.abs(limit))
    },
  }
}

/** A row's value rose from its own hour before. */
export function rowRose(signal: Signal, by: Step): RowTest {
  return rowChanged(signal, upBy(by))
}

/** The same, where a new row, which has no hour before, has not risen either. */
export function rowRoseOfOld(signal: Signal, by: Step): RowTest {
  const test = rowRose(signal, by)
  const isNew = (evidence: Evidence, row: RowKey): boolean =>
    rowNow(evidence, signal, row).status === 'present' && isGone(rowBefore(evidence, signal, row))
  return {
    ...test,
    answer: (evidence, row) => (isNew(evidence, row) ? 'unseen' : test.answer(evidence, row)),
    evaluate(evidence, row) {
      const outcome = test.evaluate(evidence, row)
      return isNew(evidence, row) ? { ...outcome, answer: 'unseen', missing: [] } : outcome
    },
  }
}

/** Nothing there, by what was read: not only that it could not be. */
export function isGone(measure: Measure): boolean {
  return measure.status === 'absent' && !hasFailed(measure)
}

/** A row's value fell from its own hour before. */
export function rowFell(signal: Signal, by: Step): RowTest {
  return rowChanged(signal, downBy(by))
}

function rowChanged(signal: Signal, { text: threshold, holds }: Change): RowTest {
  function answer(evidence: Evidence, row: RowKey): Answer {
    const before = rowBefore(evidence, signal, row)
    if (before.status === 'absent') return 'unknown'
    return answerFor(rowNow(evidence, signal, row), (value) => holds(value, before.value))
  }
  return {
    reads: [signal],
    text: english`${signal.title} ${threshold}`,
    answer,
    evaluate(evidence, row) {
      const now = rowNow(evidence, signal, row)
      const baseline = rowBefore(evidence, signal, row)
      return judge({ evidence, signal, now, baseline, row, threshold, holds: answer(evidence, row) })
    },
  }
}

/** Whose rows any of these is asked of. */
export function rowsOfTests(tests: readonly RowTest[]): readonly Signal[] {
  return [...new Set(tests.flatMap(({ reads, rowsOf = reads }) => rowsOf))]
}

/** All of these of the same row. */
export function together(...tests: readonly [RowTest, ...RowTest[]]): RowTest {
  return {
    reads: readsOf(tests),
    rowsOf: rowsOfTests(tests),
    text: joinText(tests, 'and'),
    answer: (evidence, key) => ofAll(tests.map((test) => test.answer(evidence, key))),
    evaluate(evidence, key) {
      const outcome = joinAll(tests.map((test) => test.evaluate(evidence, key)))
      return { ...outcome, rows: countsAsYes(outcome.answer) ? [key] : [] }
    },
    gap: (evidence, key) => Math.max(...tests.map((test) => test.gap?.(evidence, key) ?? 0)),
  }
}

/** True of at least one row; open where there may be rows that were not read. */
export function anyRow(test: RowTest): Predicate {
  return ofWholeFleet(test, quantify({ text: `on some instance ${test.text}`, test, answerOf: anyOfRows }))
}

/** Who is asked directly need not be scraped: where nobody answered, there may be rows that no other signal knows of. */
function ofWholeFleet({ reads }: RowTest, ofKnown: Predicate): Predicate {
  return {
    ...ofKnown,
    evaluate(evidence) {
      const outcome = ofKnown.evaluate(evidence)
      const unread = reads.filter((signal) => signal.exposer === 'direct' && isUnread(fleetNow(evidence, signal)))
      if (unread.length === 0 || !countsAsNo(outcome.answer)) return outcome
      return { ...outcome, answer: 'unknown', missing: unread, isUnread: true }
    },
  }
}

/**
 * True of one of the very rows that a branch is about: that another instance shows a sign confirms nothing of this one.
 * For a branch's confirmations; nothing else is about rows.
 */
export function onThem(test: RowTest): Predicate {
  return quantify({ text: `there ${test.text}`, test, answerOf: anyOfRows, rowsFrom: (_, about) => about })
}

function anyOfRows(count: Count): Belief {
  return ofAny(BELIEFS.filter((belief) => count[belief] > 0))
}

/** True of at least this part (0..1) of the rows. */
export function mostRows(test: RowTest, part: number): Predicate {
  const answerOf = (count: Count): Belief => {
    const least = part * BELIEFS.reduce((sum, belief) => sum + count[belief], 0)
    const areEnough = (...beliefs: readonly Belief[]): boolean =>
      beliefs.reduce((sum, belief) => sum + count[belief], 0) >= least
    if (areEnough('yes')) return 'yes'
    if (areEnough('yes', 'unopposed')) return 'unopposed'
    if (areEnough('yes', 'unopposed', 'unknown')) return 'unknown'
    return areEnough('yes', 'unopposed', 'unknown', 'unseen') ? 'unseen' : 'no'
  }
  const text = `on ≥ ${formatPercent(part)} of the instances ${test.text}`
  return ofWholeFleet(test, quantify({ text, test, answerOf }))
}

/** The verdict carries the rows that made it: the yes ones when there are any, else those that came closest to saying so. */
function quantify(options: {
  readonly text: string
  readonly test: RowTest
  readonly answerOf: (count: Count) => Belief
  readonly rowsFrom?: (evidence: Evidence, about: readonly RowKey[]) => readonly RowKey[]
}): Predicate {
  const { text, test, answerOf, rowsFrom = (evidence) => rowKeys(evidence, rowsOfTests([test])) } = options
  return {
    reads: test.reads,
    text,
    evaluate(evidence, about = []) {
      const keys = rowsFrom(evidence, about)
      const rows: Readonly<Record<Belief, RowKey[]>> = { no: [], unseen: [], unknown: [], unopposed: [], yes: [] }
      for (const key of keys) rows[test.answer(evidence, key)].push(key)
      const answer = keys.length === 0 ? 'unknown' : answerOf(countsOf(rows))
      const telling = countsAsNo(answer)
        ? nearestFirst(rows[answer], SHOWN, (key) => test.gap?.(evidence, key) ?? 0)
        : firstInOrder(rows[answer], SHOWN)
      const open = firstInOrder(rows.unknown, SHOWN).flatMap((key) => test.evaluate(evidence, key).missing)
      return {
        answer,
        used: telling.flatMap((key) => test.evaluate(evidence, key).used),
        rows: countsAsYes(answer) ? inOrder([...rows.yes, ...rows.unopposed]) : [],
        missing: answer === 'unknown' ? [...new Set(keys.length === 0 ? test.reads : open)] : [],
        ...(answer === 'unknown' && rows.unknown.some((key) => isRowUnread(test, evidence, key))
          ? { isUnread: true }
          : {}),
      }
    },
  }
}

/** A verdict shows so many rows at most: a thousand instances would bury the point. */
const SHOWN = 8
