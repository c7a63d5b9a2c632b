import { up } from '../signals/scrape.ts'
import { serving } from '../signals/serving.ts'
import { isUnread, rowNow, rowsOf } from './lookup.ts'
import { joinAll, not, whereThere } from './predicate.ts'
import { rowWhereThere } from './row-logic.ts'
import type { Predicate } from './predicate.ts'
import { anyRow, rowAbove, rowIsZero, together } from './row-tests.ts'
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

/** Whose scrape fails while they answer directly. */
export const onlyScrapeFails = whereThere(anyRow(together(isUnscraped, rowWhereThere(answersDirectly))))

/** No instance is known to be silent when it is asked directly; where nobody asks, nothing speaks against it. */
export const noneSilent = not(whereThere(anyRow(isSilent)))

/**
 * Whoever answers directly is known to be a target as well; where nothing is scraped, those that are asked are all that
 * there is.
 */
export const allScraped: Predicate = {
  reads: [up, serving],
  text: 'every instance that answers when asked directly is scraped',
  evaluate(evidence) {
    const unscraped = rowsOf(evidence, serving)
      .map(({ key }) => key)
      .filter((key) => rowNow(evidence, up, key).status === 'absent' && answersDirectly.answer(evidence, key) === 'yes')
    const isScraped = rowsOf(evidence, up).length > 0
    if (!isScraped || unscraped.length === 0) return { answer: 'yes', used: [], rows: [], missing: [] }
    const { used } = joinAll(unscraped.map((row) => answersDirectly.evaluate(evidence, row)))
    return { answer: 'unknown', used, rows: [], missing: [up] }
  },
}
