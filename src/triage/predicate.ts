import type { Answer, UsedReading } from '../domain/diagnosis.ts'
import type { Evidence } from '../domain/evidence.ts'
import { readingOf } from '../domain/evidence.ts'
import type { Measure, RowKey } from '../domain/reading.ts'
import { idOfRow } from '../domain/reading.ts'
import type { Signal } from '../signals/signal.ts'
import { joinText } from './join-text.ts'
import { fleetNow, isUnread } from './lookup.ts'

/** What a test came to, with everything that made it so. */
export interface Outcome {
  readonly answer: Answer
  readonly used: readonly UsedReading[]
  /** The rows for which it is a yes. */
  readonly rows: readonly RowKey[]
  /** Signals that could not be read and left it open. */
  readonly missing: readonly Signal[]
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
  readonly threshold: string
  readonly holds: Answer
}): Outcome {
  const { evidence, signal, now, baseline, row, threshold, holds } = options
  const reading = readingOf(evidence, signal.id)
  const query = (row === undefined ? reading.query : (rowQueryOf(reading) ?? reading.query)) ?? ''
  const used: UsedReading = {
    signal: signal.id,
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
  }
}

function rowQueryOf(reading: ReturnType<typeof readingOf>): string | undefined {
  return reading.status === 'present' ? reading.rowQuery : undefined
}

/** `no` beats `unknown` beats `yes`. */
export function allOf(...tests: readonly [Predicate, ...Predicate[]]): Predicate {
  return {
    reads: readsOf(tests),
    text: joinText(tests, 'and'),
    evaluate: (evidence, about) => joinAll(tests.map((test) => test.evaluate(evidence, about))),
  }
}

/** `yes` beats `unknown` beats `no`. */
export function anyOf(...tests: readonly [Predicate, ...Predicate[]]): Predicate {
  return {
    reads: readsOf(tests),
    text: joinText(tests, 'or'),
    evaluate: (evidence, about) => joinAny(tests.map((test) => test.evaluate(evidence, about))),
  }
}

/**
 * The first of two witnesses of one thing that can be heard: an exporter that lacks one has the other. One that is there
 * and could not be read leaves it open: it may say otherwise.
 */
export function eitherKnown(first: Predicate, second: Predicate): Predicate {
  return {
    reads: readsOf([first, second]),
    text: `${first.text} (else ${second.text})`,
    evaluate(evidence, about) {
      const outcome = first.evaluate(evidence, about)
      const isHeard = outcome.answer !== 'unknown'
      const isOpen = outcome.missing.some((signal) => isUnread(fleetNow(evidence, signal)))
      return isHeard || isOpen ? outcome : second.evaluate(evidence, about)
    },
  }
}

/** A test whose yes another witness can give too; that one's no or silence says nothing. */
export function orSign(test: Predicate, other: Predicate): Predicate {
  return {
    reads: readsOf([test, other]),
    text: `${test.text} or ${other.text}`,
    evaluate(evidence, about) {
      const told = other.evaluate(evidence, about)
      const outcome = test.evaluate(evidence, about)
      if (told.answer === 'yes') return joinAny([outcome, told])
      const isOpen = outcome.answer === 'no' && told.missing.some((signal) => isUnread(fleetNow(evidence, signal)))
      return isOpen ? { ...outcome, answer: 'unknown', missing: told.missing } : outcome
    },
  }
}

/** Of a test whose yes proves something and whose no proves nothing: there a no is unknown. */
export function sign(test: Predicate): Predicate {
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
      return { ...outcome, answer: NEGATED[outcome.answer], rows: [] }
    },
  }
}

export const NEGATED = { yes: 'no', no: 'yes', unknown: 'unknown' } as const satisfies Record<Answer, Answer>

/** A no rests on what says no; a yes or an unknown on all of it. */
export function joinAll(outcomes: readonly Outcome[]): Outcome {
  const answer = answerOfAll(outcomes.map((outcome) => outcome.answer))
  return join(answer === 'no' ? outcomes.filter((outcome) => outcome.answer === 'no') : outcomes, answer)
}

/** A yes rests on what says yes, so that a witness who denies it is not counted for it; a no or an unknown on all. */
export function joinAny(outcomes: readonly Outcome[]): Outcome {
  const answer = answerOfAny(outcomes.map((outcome) => outcome.answer))
  return join(answer === 'yes' ? outcomes.filter((outcome) => outcome.answer === 'yes') : outcomes, answer)
}

export function answerOfAll(answers: readonly Answer[]): Answer {
  if (answers.includes('no')) return 'no'
  return answers.includes('unknown') ? 'unknown' : 'yes'
}

function answerOfAny(answers: readonly Answer[]): Answer {
  if (answers.includes('yes')) return 'yes'
  return answers.includes('unknown') ? 'unknown' : 'no'
}

function join(outcomes: readonly Outcome[], answer: Answer): Outcome {
  const open = answer === 'unknown' ? outcomes.filter((outcome) => outcome.answer === 'unknown') : []
  return {
    answer,
    used: outcomes.flatMap(({ used }) => used),
    rows: answer === 'yes' ? eachOnce(outcomes.flatMap(({ rows }) => rows)) : [],
    missing: [...new Set(open.flatMap(({ missing }) => missing))],
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
