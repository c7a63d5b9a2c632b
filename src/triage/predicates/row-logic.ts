import type { Evidence } from '../../domain/evidence.ts'
import type { RowKey } from '../../domain/reading.ts'
import { countsAsYes, ofAny, negated } from './belief.ts'
import type { Belief } from './belief.ts'
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
    choice(evidence, key) {
      for (const test of tests) {
        const answer = test.answer(evidence, key)
        if (!isLack(answer, test, { evidence, key })) return { test, answer }
      }
      return { test: best, answer: 'unknown' }
    },
  })
}

/** As `whereThere`, of a row. */
export function rowWhereThere(test: RowTest): RowTest {
  return {
    ...test,
    answer(evidence, key) {
      const answer = test.answer(evidence, key)
      return isLack(answer, test, { evidence, key }) ? 'unseen' : answer
    },
    evaluate(evidence, key) {
      const outcome = test.evaluate(evidence, key)
      return isLack(outcome.answer, test, { evidence, key }) ? { ...outcome, answer: 'unseen', missing: [] } : outcome
    },
  }
}

interface Of {
  readonly evidence: Evidence
  readonly key: RowKey
}

/** Unknown, and nothing of it is there that could not be read. */
function isLack(answer: Belief, test: RowTest, { evidence, key }: Of): boolean {
  return answer === 'unknown' && !isRowUnread(test, evidence, key)
}

/** Any of these of the same row: `yes` beats `unknown` beats `no`. */
export function eitherOf(...tests: RowTests): RowTest {
  return choose(tests, {
    text: joinText(tests, 'or'),
    choice(evidence, key) {
      const told = tests.map((test) => ({ test, answer: test.answer(evidence, key) }))
      const answer = ofAny(told.map((one) => one.answer))
      return { test: told.find((one) => one.answer === answer)?.test ?? tests[0], answer }
    },
  })
}

export function rowNot(test: RowTest): RowTest {
  const { gap: _, ...asked } = test
  return {
    ...asked,
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
  /** The test that speaks for all, and what it says. */
  readonly choice: (evidence: Evidence, key: RowKey) => { readonly test: RowTest; readonly answer: Belief }
}

function choose(tests: RowTests, { text, choice }: Choosing): RowTest {
  return {
    reads: readsOf(tests),
    rowsOf: rowsOfTests(tests),
    text,
    answer: (evidence, key) => choice(evidence, key).answer,
    evaluate: (evidence, key) => choice(evidence, key).test.evaluate(evidence, key),
  }
}
