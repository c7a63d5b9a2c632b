import type { Evidence } from '../../domain/evidence.ts'
import type { RowKey } from '../../domain/reading.ts'
import { english } from '../../domain/text.ts'
import { up } from '../../signals/scrape.ts'
import { serving } from '../../signals/serving.ts'
import { runningRequests } from '../../signals/vllm/scheduler.ts'
import { recentSteps } from '../../signals/vllm/traffic.ts'
import { isUnread, rowNow, rowsOf } from '../predicates/lookup.ts'
import { joinAll, not, whereThere } from '../predicates/predicate.ts'
import { rowWhereThere } from '../predicates/row-logic.ts'
import type { Predicate } from '../predicates/predicate.ts'
import { anyRow, rowAbove, rowIsZero, together } from '../predicates/row-tests.ts'
import type { RowTest } from '../predicates/row-tests.ts'

const isUnscraped = rowIsZero(up)

/** Asked directly, it does not answer either. */
export const isSilent = rowIsZero(serving)

export const answersDirectly = rowAbove(serving, 0)

/**
 * Its scrape fails, and it is not known to answer when it is asked directly. One that is no target at all is judged by
 * the direct question alone. What either could have said and was not read may deny it.
 */
export const isDown: RowTest = {
  reads: [up, serving, runningRequests, recentSteps],
  rowsOf: [up, serving],
  text: english`${up.title} = 0, and it does not answer when asked directly, where it was asked`,
  answer(evidence, row) {
    const scraped = rowNow(evidence, up, row)
    if (scraped.status === 'present' && scraped.value > 0) return 'no'
    const silent = isSilent.answer(evidence, row)
    const isOpen = isUnread(scraped) && (silent !== 'yes' || isSeen(evidence, row))
    if (isOpen) return 'unknown'
    if (scraped.status === 'absent' || silent === 'no') return silent
    return isUnread(rowNow(evidence, serving, row)) ? 'unknown' : 'yes'
  },
  evaluate(evidence, row) {
    const told = [isUnscraped, isSilent].map((test) => test.evaluate(evidence, row))
    const known = told.filter(({ used }) => used.some(({ now }) => now.status === 'present'))
    const answer = isDown.answer(evidence, row)
    const missing = [up, serving].filter((signal) => rowNow(evidence, signal, row).status === 'absent')
    return {
      ...joinAll(known.length === 0 ? told : known),
      answer,
      rows: answer === 'yes' ? [row] : [],
      missing: answer === 'unknown' ? missing : [],
    }
  },
}

/** Whether what it measures itself was read, of this moment or the last two minutes: then its scrape works, or did. */
export function isSeen(evidence: Evidence, { instance }: RowKey): boolean {
  return [runningRequests, recentSteps].some((signal) =>
    rowsOf(evidence, signal).some(({ key, now }) => key.instance === instance && now.status === 'present'),
  )
}

/** Whose scrape fails while they answer directly. */
export const onlyScrapeFails = whereThere(anyRow(together(isUnscraped, rowWhereThere(answersDirectly))))

/** None of those that a branch is about is seen all the same: what a failing scrape brings no more is not there. */
export const noneSeen: Predicate = {
  reads: [runningRequests, recentSteps],
  text: 'nothing that they measure themselves was read',
  evaluate(evidence, about = []) {
    const seen = about.filter((row) => isSeen(evidence, row))
    return { answer: seen.length === 0 ? 'yes' : 'no', used: [], rows: [], missing: [] }
  },
}

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
