import type { Evidence } from '../domain/evidence.ts'
import type { RowKey } from '../domain/reading.ts'
import { countsAsYes, ofAny, negated } from './belief.ts'
import { joinText } from './join-text.ts'
import { readsOf } from './predicate.ts'
import { isRowUnread, rowsOfTests } from './row-tests.ts'
import type { RowTest } from './row-tests.ts'

type RowTests = readonly [RowTest, ...RowTest[]]

/** As `firstKnown`, of a row: of witnesses of one thing the first that its exporters have, the best first. */
export function rowFirstKnown(...tests: RowTests): RowTest {
  const [best, ...others] = tests
  return choose(tests, {
    text: others.reduce((text, test) => `${text} (else ${test.text})`, best.text),
    choice: (evidence, key) => tests.findIndex((test) => !isLacking(test, evidence, key)),
  })
}

/** As `whereThere`, of a row. */
export function rowWhereThere(test: RowTest): RowTest {
  return {
    ...test,
    answer: (evidence, key) => (isLacking(test, evidence, key) ? 'unseen' : test.answer(evidence, key)),
    evaluate(evidence, key) {
      const outcome = test.evaluate(evidence, key)
      return isLacking(test, evidence, key) ? { ...outcome, answer: 'unseen', missing: [] } : outcome
    },
  }
}

/** Unknown, and nothing of it is there that could not be read. */
function isLacking(test: RowTest, evidence: Evidence, key: RowKey): boolean {
  return test.answer(evidence, key) === 'unknown' && !isRowUnread(test, evidence, key)
}

/** Any of these of the same row: `yes` beats `unknown` beats `no`. */
export function eitherOf(...tests: RowTests): RowTest {
  return choose(tests, {
    text: joinText(tests, 'or'),
    choice: (evidence, key) => {
      const answers = tests.map((test) => test.answer(evidence, key))
      return answers.indexOf(ofAny(answers))
    },
  })
}

export function rowNot(test: RowTest): RowTest {
  return {
    ...test,
    text: `not (${test.text})`,
    answer: (evidence, key) => negated(test.answer(evidence, key)),
    evaluate(evidence, key) {
      const outcome = test.evaluate(evidence, key)
      const answer = negated(outcome.answer)
      return { ...outcome, answer, rows: countsAsYes(answer) ? [key] : [] }
    },
  }
}

interface Choosing {
  readonly text: string
  /** The index of the test that speaks for all; the first where it is -1. */
  readonly choice: (evidence: Evidence, key: RowKey) => number
}

function choose(tests: RowTests, { text, choice }: Choosing): RowTest {
  function chosen(evidence: Evidence, key: RowKey): RowTest {
    return tests[choice(evidence, key)] ?? tests[0]
  }
  return {
    reads: readsOf(tests),
    rowsOf: rowsOfTests(tests),
    text,
    answer: (evidence, key) => chosen(evidence, key).answer(evidence, key),
    evaluate: (evidence, key) => chosen(evidence, key).evaluate(evidence, key),
  }
}
