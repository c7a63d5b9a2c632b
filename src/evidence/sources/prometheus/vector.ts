import { readRows } from '../../../lib/vector.ts'
import type { Part, PartValue } from '../reader/backend.ts'

/** The label that tells the parts of one query apart, by their places in it: short, since every row carries it. */
export const PART_LABEL = 'whyslow_part'

/**
 * The values in the answer to a query of parts; undefined when it is no instant vector.
 *
 * @param parts what was asked, in the order in which the query names them
 */
export function readVector(
  data: unknown,
  parts: readonly Pick<Part, 'signal' | 'name'>[],
): readonly PartValue[] | undefined {
  const byLabel = new Map(parts.map((part, index) => [String(index), part]))
  return readRows(data)?.flatMap(({ labels, value }) => {
    const part = byLabel.get(labels[PART_LABEL] ?? '')
    return part === undefined ? [] : [{ signal: part.signal, part: part.name, labels, value }]
  })
}
