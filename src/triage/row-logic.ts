import type { Evidence } from '../domain/evidence.ts'
import type { RowKey } from '../domain/reading.ts'
import { joinText } from './join-text.ts'
import { isUnread, rowNow } from './lookup.ts'
import { NEGATED, readsOf } from './predicate.ts'
import type { Outcome } from './predicate.ts'
import type { RowTest } from './row-tests.ts'

type RowTests = readonly [RowTest, ...RowTest[]]

/**
 * Of witnesses of one thing about a row the first that says something, the best first. One that the exporters have and
 * that could not be read leaves it open: what a lesser one says then may be wrong.
 */
export function firstTold(...tests: RowTests): RowTest {
  const [best, ...others] = tests
  return choose(tests, {
    text: others.reduce((text, test) => `${text} (else ${test.text})`, best.text),
    choice: (evidence, key) =>
      tests.findIndex(
        (test) =>
          test.answer(evidence, key) !== 'unknown' ||
          test.reads.some((signal) => isUnread(rowNow(evidence, signal, key))),
      ),
  })
}

/** Any of these of the same row: `yes` beats `unknown` beats `no`. */
export function eitherOf(...tests: RowTests): RowTest {
  return choose(tests, {
    text: joinText(tests, 'or'),
    choice: (evidence, key) => {
      const answers = tests.map((test) => test.answer(evidence, key))
      const yes = answers.indexOf('yes')
      return yes === -1 ? answers.indexOf('unknown') : yes
    },
  })
}

/** A test whose yes another witness can give too; that one's no or silence says nothing. */
export function orWhere(test: RowTest, sign: RowTest): RowTest {
  return choose([test, sign], {
    text: joinText([test, sign], 'or'),
    choice: (evidence, key) => (sign.answer(evidence, key) === 'yes' ? 1 : 0),
  })
}

/** A test that is asked for its yes alone: where it cannot be read the thing is not said, and nothing is left open. */
export function said(test: RowTest): RowTest {
  const UNSAID: Outcome = { answer: 'no', used: [], rows: [], missing: [] }
  return {
    ...test,
    answer: (evidence, key) => (test.answer(evidence, key) === 'yes' ? 'yes' : 'no'),
    evaluate(evidence, key) {
      const outcome = test.evaluate(evidence, key)
      return outcome.answer === 'unknown' ? UNSAID : outcome
    },
  }
}

export function rowNot(test: RowTest): RowTest {
  return {
    reads: test.reads,
    text: `not (${test.text})`,
    answer: (evidence, key) => NEGATED[test.answer(evidence, key)],
    evaluate(evidence, key) {
      const outcome = test.evaluate(evidence, key)
      const answer = NEGATED[outcome.answer]
      return { ...outcome, answer, rows: answer === 'yes' ? [key] : [] }
    },
  }
}

interface Choosing {
  readonly text: string
  /** The index of the test that speaks for all; -1 where none does. */
  readonly choice: (evidence: Evidence, key: RowKey) => number
}

function choose(tests: RowTests, { text, choice }: Choosing): RowTest {
  function chosen(evidence: Evidence, key: RowKey): RowTest {
    return tests[choice(evidence, key)] ?? tests[0]
  }
  return {
    reads: readsOf(tests),
    text,
    answer: (evidence, key) => chosen(evidence, key).answer(evidence, key),
    evaluate: (evidence, key) => chosen(evidence, key).evaluate(evidence, key),
  }
}
