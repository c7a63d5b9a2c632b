import type { Evidence } from '../../domain/evidence.ts'
import type { Text } from '../../domain/text.ts'
import type { Signal } from '../../signals/signal.ts'
import { above } from '../predicates/fleet-tests.ts'
import { fleetNow, hasFailed } from '../predicates/lookup.ts'
import { anyOf, not } from '../predicates/predicate.ts'
import type { Predicate } from '../predicates/predicate.ts'
import { anyRow, rowAbove } from '../predicates/row-tests.ts'
import { knownSentences, rowSentence } from '../predicates/sentences.ts'

/** Something that was read and is not of a healthy fleet, whatever else is there or missing. */
export interface Harm {
  readonly test: Predicate
  /** What shows it. */
  readonly tells: readonly Signal[]
}

/** What is not there, or had no traffic, shows no harm; what is there and was not read may. */
export function whereRead(test: Predicate): Predicate {
  return {
    ...test,
    evaluate(evidence) {
      const outcome = test.evaluate(evidence)
      const isOpen =
        outcome.isUnread === true || outcome.missing.some((signal) => hasFailed(fleetNow(evidence, signal)))
      return outcome.answer !== 'unknown' || isOpen ? outcome : { ...outcome, answer: 'unseen', missing: [] }
    },
  }
}

/** Of the fleet, or of one instance. */
export function happened(signal: Signal): Predicate {
  return whereRead(anyOf(above(signal, 0), anyRow(rowAbove(signal, 0))))
}

/** Shown only where it says no: a list of all that is not there helps nobody. */
export function none(harms: readonly Harm[]): Predicate {
  const test = not(harms.map((harm) => harm.test).reduce((one, other) => anyOf(one, other)))
  return {
    ...test,
    text: 'nothing that was read shows harm',
    evaluate(evidence) {
      const outcome = test.evaluate(evidence)
      return outcome.answer === 'no' ? outcome : { ...outcome, used: [] }
    },
  }
}

/** What of them is there, a sentence each, of the instance where one is named. */
export function sentencesOf(evidence: Evidence, harms: readonly Harm[]): readonly Text[] {
  const seen = new Set<string>()
  return harms.flatMap(({ test, tells }) => {
    const outcome = test.evaluate(evidence)
    if (outcome.answer !== 'yes') return []
    const fresh = tells.filter(({ id }) => !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    const at = { evidence, outcome }
    const [row] = outcome.rows
    const known = fresh.filter((signal) => fleetNow(evidence, signal).status === 'present')
    if (row !== undefined) return fresh.map((signal) => rowSentence(at, signal, row))
    // Of the instances alone there is no number of the fleet, only what it is that they tell.
    return known.length === 0 ? fresh.map(({ title }) => title) : knownSentences(at, ...known)
  })
}
