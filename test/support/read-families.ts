import { SIGNALS } from '../../src/signals/catalog.ts'
import { familiesOf } from '../../src/signals/term.ts'

const TERMS = SIGNALS.map(({ term }) => term)

/** Names, as they begin on the wire, of every family that whyslow reads. */
const READ = [...new Set(TERMS.flatMap(familiesOf).flatMap(({ names }) => names))]

/** Those of them that are read by their buckets. */
const BY_BUCKETS = new Set(
  TERMS.filter((term) => term.kind === 'histogram' && term.stat === 'quantile')
    .flatMap(familiesOf)
    .flatMap(({ names }) => names.map((name) => `${name}_bucket`)),
)

/** Whether whyslow reads the family: a history of these alone is a tenth as large. */
export function isReadFamily(family: string): boolean {
  return READ.some((name) => family === name || `${family}_total` === name || family === `${name}_total`)
}

/** Whether whyslow reads samples of this name in such a family: most are of buckets that nobody asks for. */
export function isReadSample(name: string): boolean {
  return name.endsWith('_bucket') ? BY_BUCKETS.has(name) : !name.endsWith('_created')
}

/** The lines of samples that whyslow reads, without headings. */
export function readLines(text: string): string {
  return text.replaceAll(/.*\n/gu, (line) =>
    isReadSample(/^[^\s{]*/u.exec(line)?.[0] ?? '') && !line.startsWith('#') ? line : '',
  )
}
