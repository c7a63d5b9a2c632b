import type { Predicate } from './predicate.ts'

/** What nothing that whyslow reads can tell: it keeps a cause from being firm, and a person settles it. */
export function onlyByHand(text: string): Predicate {
  return { reads: [], text, evaluate: () => ({ answer: 'unknown', used: [], rows: [], missing: [] }) }
}
