import type { Answer } from '../domain/diagnosis.ts'
import type { Evidence } from '../domain/evidence.ts'
import type { RowKey } from '../domain/reading.ts'
import { valueOf } from '../domain/reading.ts'
import { up } from '../signals/scrape.ts'
import { serving } from '../signals/serving.ts'
import { fleetNow, isUnread, rowKeys, rowNow, rowsOf } from './lookup.ts'
import { joinAll } from './predicate.ts'
import type { Predicate } from './predicate.ts'
import { onThem, rowAbove, rowIsZero } from './row-tests.ts'
import type { RowTest } from './row-tests.ts'

const isUnscraped = rowIsZero(up)

/** Asked directly, it does not answer either. */
export const isSilent = rowIsZero(serving)

export const answersDirectly = rowAbove(serving, 0)

/**
 * Its scrape fails, and it is not known to answer when it is asked directly. One that is no target at all is judged by
 * the direct question alone.
 */
export const isDown: RowTest = {
  reads: [up, serving],
  text: `${up.title} = 0, and it does not answer when asked directly, where it was asked`,
  answer(evidence, row) {
    const scraped = isUnscraped.answer(evidence, row)
    if (scraped === 'no') return 'no'
    if (scraped === 'unknown') {
      const silent = isSilent.answer(evidence, row)
      // That it answers does not say whether its scrape fails.
      return silent === 'no' && isUnread(rowNow(evidence, up, row)) ? 'unknown' : silent
    }
    return answersDirectly.answer(evidence, row) === 'yes' ? 'no' : 'yes'
  },
  evaluate(evidence, row) {
    const scraped = isUnscraped.evaluate(evidence, row)
    const isAsked = rowNow(evidence, serving, row).status === 'present'
    if (scraped.answer === 'no' || !isAsked) return scraped
    const silent = isSilent.evaluate(evidence, row)
    if (scraped.answer !== 'unknown') return joinAll([scraped, silent])
    return silent.answer === 'no' && isUnread(rowNow(evidence, up, row)) ? scraped : silent
  },
}

/** Whose scrape fails while they answer directly: without that word it is a no, not an unknown. */
export const onlyScrapeFails: Predicate = {
  reads: [up, serving],
  text: 'the scrape of some instance fails while it answers when asked directly',
  evaluate(evidence) {
    const rows = rowsOf(evidence, serving)
      .map(({ key }) => key)
      .filter((key) => isAlive(evidence, key))
    const outcome = joinAll(
      rows.flatMap((row) => [isUnscraped, answersDirectly].map((test) => test.evaluate(evidence, row))),
    )
    // An unread `up` is not an `up` of 1: since any instance that answers may be one whose scrape fails, a no would be a guess.
    if (rows.length === 0 && isUnread(fleetNow(evidence, up)) && rowsOf(evidence, serving).length > 0) {
      return { ...outcome, answer: 'unknown', rows, missing: [up] }
    }
    const answer: Answer = rows.length === 0 ? 'no' : 'yes'
    return { ...outcome, answer, rows }
  },
}

function isAlive(evidence: Evidence, row: RowKey): boolean {
  return valueOf(rowNow(evidence, serving, row)) === 1 && valueOf(rowNow(evidence, up, row)) === 0
}

/** No instance is known to be silent when it is asked directly; where nobody asks, nothing speaks against it. */
export const noneSilent: Predicate = {
  reads: [serving],
  text: 'no instance that was asked directly stays silent',
  evaluate(evidence) {
    const silent = rowsOf(evidence, serving)
      .map(({ key }) => key)
      .filter((key) => isSilent.answer(evidence, key) === 'yes')
    const outcome = joinAll(silent.map((row) => isSilent.evaluate(evidence, row)))
    const isOpen = isUnread(fleetNow(evidence, serving))
    if (isOpen) return { ...outcome, answer: 'unknown', rows: [], missing: [serving] }
    return { ...outcome, answer: silent.length === 0 ? 'yes' : 'no', rows: [] }
  },
}

/** True of one of those that were asked directly: without that word it is a no, not an unknown. */
export function anyOfThoseAsked(test: RowTest): Predicate {
  const onAsked = onThem(test)
  return {
    reads: [...new Set([serving, ...test.reads])],
    text: `on some instance that is asked directly ${test.text}`,
    evaluate(evidence) {
      const asked = rowKeys(evidence, test.reads).filter((key) => rowNow(evidence, serving, key).status === 'present')
      if (asked.length > 0) return onAsked.evaluate(evidence, asked)
      const isOpen = isUnread(fleetNow(evidence, serving))
      return { answer: isOpen ? 'unknown' : 'no', used: [], rows: [], missing: isOpen ? [serving] : [] }
    },
  }
}
