import type { UnixSeconds } from '../../../domain/time.ts'
import { readMatrix, readRows } from '../../../lib/vector.ts'
import type { Part, PartValue, RangeRow } from '../reader/backend.ts'
import { stepOf } from '../reader/history-steps.ts'

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

/** The same of a range query: what a row has no sample for stays without a number. Undefined when it is no matrix. */
export function readTracksOf(
  data: unknown,
  parts: readonly Pick<Part, 'signal'>[],
  times: readonly UnixSeconds[],
): readonly RangeRow[] | undefined {
  const [start = 0] = times
  const step = stepOf(times)
  return readMatrix(data)?.flatMap(({ labels, values }): readonly RangeRow[] => {
    const part = parts[Number(labels[PART_LABEL])]
    if (part === undefined) return []
    const byStep = new Map(values.map(([at, value]) => [Math.round((at - start) / step), value]))
    return [{ signal: part.signal, labels, track: times.map((_, index) => byStep.get(index)) }]
  })
}
