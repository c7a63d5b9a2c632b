import type { Answer, UsedReading } from '../domain/diagnosis.ts'
import type { Evidence } from '../domain/evidence.ts'
import { readingOf } from '../domain/evidence.ts'
import type { Measure, RowKey } from '../domain/reading.ts'
import type { Signal } from '../signals/signal.ts'

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
  evaluate(evidence: Evidence): Outcome
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
    text: tests.map(({ text }) => text).join(' and '),
    evaluate: (evidence) => joinAll(tests.map((test) => test.evaluate(evidence))),
  }
}

/** `yes` beats `unknown` beats `no`. */
export function anyOf(...tests: readonly [Predicate, ...Predicate[]]): Predicate {
  return {
    reads: readsOf(tests),
    text: tests.map(({ text }) => text).join(' or '),
    evaluate: (evidence) => joinAny(tests.map((test) => test.evaluate(evidence))),
  }
}

/** The first of two witnesses of one thing that can be heard: an exporter that lacks one has the other. */
export function eitherKnown(first: Predicate, second: Predicate): Predicate {
  return {
    reads: readsOf([first, second]),
    text: `${first.text} (else ${second.text})`,
    evaluate(evidence) {
      const outcome = first.evaluate(evidence)
      return outcome.answer === 'unknown' ? second.evaluate(evidence) : outcome
    },
  }
}

export function not(test: Predicate): Predicate {
  return {
    reads: test.reads,
    text: `not (${test.text})`,
    evaluate(evidence) {
      const outcome = test.evaluate(evidence)
      return { ...outcome, answer: NEGATED[outcome.answer], rows: [] }
    },
  }
}

const NEGATED = { yes: 'no', no: 'yes', unknown: 'unknown' } as const satisfies Record<Answer, Answer>

export function joinAll(outcomes: readonly Outcome[]): Outcome {
  return join(outcomes, answerOfAll(outcomes.map(({ answer }) => answer)))
}

export function joinAny(outcomes: readonly Outcome[]): Outcome {
  return join(outcomes, answerOfAny(outcomes.map(({ answer }) => answer)))
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
    rows: answer === 'yes' ? outcomes.flatMap(({ rows }) => rows) : [],
    missing: [...new Set(open.flatMap(({ missing }) => missing))],
  }
}

export function readsOf(tests: readonly Predicate[]): readonly Signal[] {
  return [...new Set(tests.flatMap(({ reads }) => reads))]
}
