import type { UsedReading } from '../../domain/diagnosis.ts'
import type { Evidence } from '../../domain/evidence.ts'
import { readingOf } from '../../domain/evidence.ts'
import type { Measure, RowKey } from '../../domain/reading.ts'
import { idOfRow } from '../../domain/reading.ts'
import type { Text } from '../../domain/text.ts'
import type { Signal } from '../../signals/signal.ts'
import type { Belief } from './belief.ts'
import { countsAsNo, countsAsYes, ofAll, ofAny, negated } from './belief.ts'
import { joinText } from './join-text.ts'
import { fleetNow, hasFailed, isUnread } from './lookup.ts'

/** What a test came to, with everything that made it so. */
export interface Outcome {
  readonly answer: Belief
  readonly used: readonly UsedReading<Text>[]
  /** The rows for which it is a yes. */
  readonly rows: readonly RowKey[]
  /** Signals that could not be read and left it open. */
  readonly missing: readonly Signal[]
  /** Of an unknown: some of it is there and was not read, on a row if not on all; then no other witness stands in for it. */
  readonly isUnread?: true
}

/** A test as data: it knows what it reads, how it reads aloud, and how to come to an answer. */
export interface Predicate {
  readonly reads: readonly Signal[]
  readonly text: string
  /** @param about the rows that the branch is about, for what confirms it of them; none elsewhere */
  evaluate(evidence: Evidence, about?: readonly RowKey[]): Outcome
}

/** One comparison as an outcome; an absent measure is unknown, never no. */
export function judge(options: {
  readonly evidence: Evidence
  readonly signal: Signal
  readonly now: Measure
  readonly baseline?: Measure
  readonly row?: RowKey
  readonly threshold: Text
  readonly holds: Belief
}): Outcome {
  const { evidence, signal, now, baseline, row, threshold, holds } = options
  const reading = readingOf(evidence, signal.id)
  const query = (row === undefined ? reading.query : (rowQueryOf(reading) ?? reading.query)) ?? ''
  const used: UsedReading<Text> = {
    signal: signal.id,
    title: signal.title,
    now,
    unit: signal.unit,
    threshold,
    query,
    ...(row === undefined ? {} : { row }),
    ...(baseline === undefined ? {} : { baseline }),
  }
  return {
    answer: holds,
    used: [used],
    rows: row !== undefined && holds === 'yes' ? [row] : [],
    missing: holds === 'unknown' ? [signal] : [],
    ...(holds === 'unknown' && [now, baseline].some((measure) => measure !== undefined && hasFailed(measure))
      ? { isUnread: true }
      : {}),
  }
}

function rowQueryOf(reading: ReturnType<typeof readingOf>): string | undefined {
  return reading.status === 'present' ? reading.rowQuery : undefined
}

/** All of them: `no` beats `unknown` beats `yes`. */
export function allOf(...tests: readonly [Predicate, ...Predicate[]]): Predicate {
  return {
    reads: readsOf(tests),
    text: joinText(tests, 'and'),
    evaluate: (evidence, about) => joinAll(tests.map((test) => test.evaluate(evidence, about))),
  }
}

/** Any of them: `yes` beats `unknown` beats `no`. */
export function anyOf(...tests: readonly [Predicate, ...Predicate[]]): Predicate {
  return {
    reads: readsOf(tests),
    text: joinText(tests, 'or'),
    evaluate: (evidence, about) => joinAny(tests.map((test) => test.evaluate(evidence, about))),
  }
}

/**
 * Of two witnesses of one thing the first that the fleet has: an exporter that lacks one has the other. One that is there
 * and could not be read leaves it open, since it may say otherwise.
 */
export function firstKnown(first: Predicate, second: Predicate): Predicate {
  return {
    reads: readsOf([first, second]),
    text: `${first.text} (else ${second.text})`,
    evaluate(evidence, about) {
      const outcome = first.evaluate(evidence, about)
      return isLacking(evidence, outcome) ? second.evaluate(evidence, about) : outcome
    },
  }
}

/**
 * Of what a fleet may well do without (a log, a gateway, a feature, the word of another exporter): where it is lacking it
 * was not seen, which counts as no and leaves nothing open; where it is there and was not read, it stays open. For what
 * finds one cause more, or speaks against one; never for what a cause cannot be told without.
 */
export function whereThere(test: Predicate): Predicate {
  return {
    ...test,
    evaluate(evidence, about) {
      const outcome = test.evaluate(evidence, about)
      return isLacking(evidence, outcome) ? { ...outcome, answer: 'unseen', missing: [] } : outcome
    },
  }
}

/** Unknown, and all that is missing for it is missing in the fleet. */
function isLacking(evidence: Evidence, outcome: Outcome): boolean {
  const { answer, missing } = outcome
  if (answer !== 'unknown' || missing.length === 0 || outcome.isUnread === true) return false
  return !missing.some((signal) => isUnread(fleetNow(evidence, signal)))
}

/** Of a test whose yes proves something and whose no proves nothing, as the silence of a log: there a no is unknown. */
export function yesOnly(test: Predicate): Predicate {
  return {
    ...test,
    evaluate(evidence, about) {
      const outcome = test.evaluate(evidence, about)
      return outcome.answer === 'no' ? { ...outcome, answer: 'unknown', missing: test.reads } : outcome
    },
  }
}

export function not(test: Predicate): Predicate {
  return {
    reads: test.reads,
    text: `not (${test.text})`,
    evaluate(evidence, about) {
      const outcome = test.evaluate(evidence, about)
      return { ...outcome, answer: negated(outcome.answer), rows: [] }
    },
  }
}

/** A no rests on what says no; all else on all of it. */
export function joinAll(outcomes: readonly Outcome[]): Outcome {
  const answer = ofAll(outcomes.map((outcome) => outcome.answer))
  return join(countsAsNo(answer) ? outcomes.filter((outcome) => outcome.answer === answer) : outcomes, answer)
}

/** A yes rests on what says yes, so that a witness who denies it is not counted for it; all else on all of it. */
export function joinAny(outcomes: readonly Outcome[]): Outcome {
  const answer = ofAny(outcomes.map((outcome) => outcome.answer))
  return join(countsAsYes(answer) ? outcomes.filter((outcome) => outcome.answer === answer) : outcomes, answer)
}

function join(outcomes: readonly Outcome[], answer: Belief): Outcome {
  const open = answer === 'unknown' ? outcomes.filter((outcome) => outcome.answer === 'unknown') : []
  return {
    answer,
    used: outcomes.flatMap(({ used }) => used),
    rows: countsAsYes(answer) ? eachOnce(outcomes.flatMap(({ rows }) => rows)) : [],
    missing: [...new Set(open.flatMap(({ missing }) => missing))],
    ...(open.some((outcome) => outcome.isUnread === true) ? { isUnread: true } : {}),
  }
}

/** Two tests of one row speak of one row. */
function eachOnce(rows: readonly RowKey[]): readonly RowKey[] {
  return [...new Map(rows.map((row) => [idOfRow(row), row])).values()]
}

/** The signals that any of these tests reads, each once. */
export function readsOf(tests: readonly Pick<Predicate, 'reads'>[]): readonly Signal[] {
  return [...new Set(tests.flatMap(({ reads }) => reads))]
}
