import { fleetNow, isUnread } from './lookup.ts'
import type { Predicate } from './predicate.ts'

/**
 * Of what a fleet may well do without. Where it is not there, nothing of it was seen, and that is a no: it is asked
 * to find one cause more and must leave no other in doubt. Where it is there and could not be read, it stays open.
 */
export function whereThere(test: Predicate): Predicate {
  return {
    ...test,
    evaluate(evidence, about) {
      const outcome = test.evaluate(evidence, about)
      const isLacking =
        outcome.missing.length > 0 && !outcome.missing.some((signal) => isUnread(fleetNow(evidence, signal)))
      return outcome.answer === 'unknown' && isLacking ? { ...outcome, answer: 'no', missing: [] } : outcome
    },
  }
}
