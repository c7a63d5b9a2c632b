import { SIGNALS } from '../../src/signals/catalog.ts'
import { familiesOf } from '../../src/signals/term.ts'

/** Names, as they begin on the wire, of every family that whyslow reads. */
const READ = [...new Set(SIGNALS.flatMap(({ term }) => familiesOf(term)).flatMap(({ names }) => names))]

/** Whether whyslow reads the family: a history of these alone is a tenth as large. */
export function isReadFamily(family: string): boolean {
  return READ.some((name) => family === name || `${family}_total` === name || family === `${name}_total`)
}
