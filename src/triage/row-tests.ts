import type { Answer } from '../domain/diagnosis.ts'
import type { Evidence } from '../domain/evidence.ts'
import { formatPercent, formatQuantity } from '../domain/quantity.ts'
import type { RowKey } from '../domain/reading.ts'
import { idOfRow } from '../domain/reading.ts'
import type { Signal } from '../signals/signal.ts'
import { downBy, upBy } from './change.ts'
import type { Change, Step } from './change.ts'
import { answerFor } from './fleet-tests.ts'
import { joinText } from './join-text.ts'
import { rowBefore, rowKeys, rowNow } from './lookup.ts'
import { answerOfAll, joinAll, judge, readsOf } from './predicate.ts'
import type { Outcome, Predicate } from './predicate.ts'

/** A test of one row: an instance, or one engine of it. */
export interface RowTest {
  readonly reads: readonly Signal[]
  readonly text: string
  /** The answer alone: a fleet has a thousand rows, and only those that tell get an outcome. */
  answer(evidence: Evidence, key: RowKey): Answer
  evaluate(evidence: Evidence, key: RowKey): Outcome
}

export function rowAbove(signal: Signal, limit: number): RowTest {
  return rowCompare(signal, `> ${formatQuantity(limit, signal.unit)}`, (value) => value > limit)
}

export function rowAtLeast(signal: Signal, limit: number): RowTest {
  return rowCompare(signal, `≥ ${formatQuantity(limit, signal.unit)}`, (value) => value >= limit)
}

export function rowBelow(signal: Signal, limit: number): RowTest {
  return rowCompare(signal, `< ${formatQuantity(limit, signal.unit)}`, (value) => value < limit)
}

/** A row has a value; without one it is unknown. */
export function rowIsRead(signal: Signal): RowTest {
  return rowCompare(signal, 'is read', () => true)
}

export function rowIsZero(signal: Signal): RowTest {
  return rowCompare(signal, `= ${formatQuantity(0, signal.unit)}`, (value) => value === 0)
}

function rowCompare(signal: Signal, threshold: string, holds: (value: number) => boolean): RowTest {
  return {
    reads: [signal],
    text: `${signal.title} ${threshold}`,
    answer: (evidence, row) => answerFor(rowNow(evidence, signal, row), holds),
    evaluate(evidence, row) {
      const now = rowNow(evidence, signal, row)
      return judge({ evidence, signal, now, row, threshold, holds: answerFor(now, holds) })
    },
  }
}

/** A row's value rose from its own hour before. */
export function rowRose(signal: Signal, by: Step): RowTest {
  return rowChanged(signal, upBy(by))
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
    text: `${signal.title} ${threshold}`,
    answer,
    evaluate(evidence, row) {
      const now = rowNow(evidence, signal, row)
      const baseline = rowBefore(evidence, signal, row)
      return judge({ evidence, signal, now, baseline, row, threshold, holds: answer(evidence, row) })
    },
  }
}

/** All of these of the same row. */
export function together(...tests: readonly [RowTest, ...RowTest[]]): RowTest {
  return {
    reads: readsOf(tests),
    text: joinText(tests, 'and'),
    answer: (evidence, key) => answerOfAll(tests.map((test) => test.answer(evidence, key))),
    evaluate(evidence, key) {
      const outcome = joinAll(tests.map((test) => test.evaluate(evidence, key)))
      return { ...outcome, rows: outcome.answer === 'yes' ? [key] : [] }
    },
  }
}

/** True of at least one row. */
export function anyRow(test: RowTest): Predicate {
  return quantify({ text: `on some instance ${test.text}`, test, answerOf: anyOfRows })
}

/**
 * True of one of the very rows that a branch is about: that another instance shows a sign confirms nothing of this one.
 * For a branch's confirmations; nothing else is about rows.
 */
export function onThem(test: RowTest): Predicate {
  return quantify({ text: `there ${test.text}`, test, answerOf: anyOfRows, rowsFrom: (_, about) => about })
}

function anyOfRows({ yes, unknown }: Count): Answer {
  if (yes > 0) return 'yes'
  return unknown > 0 ? 'unknown' : 'no'
}

/**
 * The same of those rows that can be read, as long as one can: for a test against a row's own hour before, which a new
 * instance has not.
 */
export function anyKnownRow(test: RowTest): Predicate {
  const answerOf = ({ yes, no }: Count): Answer => {
    if (yes > 0) return 'yes'
    return no > 0 ? 'no' : 'unknown'
  }
  return quantify({ text: `on some instance ${test.text}`, test, answerOf })
}

/** True of at least this part (0..1) of the rows. */
export function mostRows(test: RowTest, part: number): Predicate {
  const answerOf = ({ yes, no, unknown }: Count): Answer => {
    const all = yes + no + unknown
    if (yes >= part * all) return 'yes'
    return yes + unknown >= part * all ? 'unknown' : 'no'
  }
  return quantify({ text: `on ≥ ${formatPercent(part)} of the instances ${test.text}`, test, answerOf })
}

type Count = Readonly<Record<Answer, number>>

/** The verdict carries the rows that made it: the yes ones when there are any, else those that came closest to saying so. */
function quantify(options: {
  readonly text: string
  readonly test: RowTest
  readonly answerOf: (count: Count) => Answer
  readonly rowsFrom?: (evidence: Evidence, about: readonly RowKey[]) => readonly RowKey[]
}): Predicate {
  const { text, test, answerOf, rowsFrom = (evidence) => rowKeys(evidence, test.reads) } = options
  return {
    reads: test.reads,
    text,
    evaluate(evidence, about = []) {
      const rows: Readonly<Record<Answer, RowKey[]>> = { yes: [], no: [], unknown: [] }
      for (const key of rowsFrom(evidence, about)) rows[test.answer(evidence, key)].push(key)
      const { yes, no, unknown } = rows
      const isEmpty = yes.length + no.length + unknown.length === 0
      const answer = isEmpty ? 'unknown' : answerOf({ yes: yes.length, no: no.length, unknown: unknown.length })
      const telling = inOrder(rows[answer]).slice(0, SHOWN)
      const open = inOrder(unknown)
        .slice(0, SHOWN)
        .flatMap((key) => test.evaluate(evidence, key).missing)
      return {
        answer,
        used: telling.flatMap((key) => test.evaluate(evidence, key).used),
        rows: answer === 'yes' ? inOrder(yes) : [],
        missing: answer === 'unknown' ? [...new Set(isEmpty ? test.reads : open)] : [],
      }
    },
  }
}

/** By name, so that an answer's order does not hang on that of the source. */
function inOrder(rows: readonly RowKey[]): readonly RowKey[] {
  return rows.toSorted((a, b) => (idOfRow(a) < idOfRow(b) ? -1 : 1))
}

/** A verdict shows so many rows at most: a thousand instances would bury the point. */
const SHOWN = 8
