import { parseSeries } from '../../src/exposition/parse-series.ts'
import type { MalformedLine } from '../../src/exposition/reader.ts'

export interface OddLine {
  readonly text: string
  readonly reason: MalformedLine['reason']
  /** A page as served, or excerpts of one; not a list taken from a document. */
  readonly isServed: boolean
}

/** Why a line of a recorded page is rightly no sample; undefined when nothing known explains it. */
export function explainLine({ text, reason, isServed }: OddLine): string | undefined {
  if (reason === 'a label without a name' && /,\s*\.\.\.\}/.test(text)) return 'a document’s "..." for labels left out'
  if (isServed || reason !== 'no value') return undefined
  const series = parseSeries(text)
  if (series === undefined) return undefined
  return Object.keys(series.labels).length > 0 ? 'a document’s labels without a value' : 'a document’s list of names'
}
