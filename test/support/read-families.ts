import { SIGNALS } from '../../src/signals/catalog.ts'
import { familiesOf } from '../../src/signals/term.ts'

const TERMS = SIGNALS.map(({ term }) => term)

/** Names, as they begin on the wire, of every family that whyslow reads. */
const READ = [...new Set(TERMS.flatMap(familiesOf).flatMap(({ names }) => names))]

/** Those of them that are read by their buckets. */
const BY_BUCKETS = TERMS.filter((term) => term.kind === 'histogram' && term.stat === 'quantile')
  .flatMap(familiesOf)
  .flatMap(({ names }) => names)

/** A sample's line of a bucket, or of when a child was made, or one that is no sample. */
const IDLE = new RegExp(`^(?:(?!(?:${BY_BUCKETS.join('|')})_)\\S+_bucket\\{|[^\\s{]+_created[{ ]|#).*\\n`, 'gmu')

/** Whether whyslow reads the family: a history of these alone is a tenth as large. */
export function isReadFamily(family: string): boolean {
  return READ.some((name) => family === name || `${family}_total` === name || family === `${name}_total`)
}

/** The samples that whyslow reads, without headings: most of the text would be buckets that nobody asks for. */
export function readLines(text: string): string {
  return text.replaceAll(IDLE, '')
}
