import type { Labels } from '../../../domain/series.ts'
import type { Part, PartValue } from '../reader/backend.ts'
import { isRecord } from '../../../lib/is-record.ts'

/** The label that tells the parts of one query apart, by their places in it: short, since every row carries it. */
export const PART_LABEL = 'whyslow_part'

/**
 * The rows of an instant vector; undefined when it is none. A row that is not understood, such as a native histogram's,
 * is left out. Written by hand because a fleet of a thousand instances has tens of thousands of rows.
 *
 * @param parts what was asked, in the order in which the query names them
 */
export function readVector(
  data: unknown,
  parts: readonly Pick<Part, 'signal' | 'name'>[],
): readonly PartValue[] | undefined {
  if (!isRecord(data) || data['resultType'] !== 'vector' || !Array.isArray(data['result'])) return undefined
  const rows: readonly unknown[] = data['result']
  const byLabel = new Map(parts.map((part, index) => [String(index), part]))
  const values: PartValue[] = []
  for (const row of rows) {
    if (!isRecord(row) || !Array.isArray(row['value']) || !isLabels(row['metric'])) continue
    const text: unknown = row['value'][1]
    const part = byLabel.get(row['metric'][PART_LABEL] ?? '')
    if (typeof text === 'string' && part !== undefined) {
      values.push({ signal: part.signal, part: part.name, labels: row['metric'], value: parseValue(text) })
    }
  }
  return values
}

/** A number as Prometheus writes it; what is none is NaN, which no test takes for a value. */
export function parseValue(text: string): number {
  if (text === '+Inf' || text === 'Inf') return Infinity
  if (text === '-Inf') return -Infinity
  return NUMBER.test(text) ? Number(text) : Number.NaN
}

/** Not the empty text, nor 0x10, both of which JavaScript takes for numbers. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu

function isLabels(value: unknown): value is Labels {
  if (!isRecord(value)) return false
  for (const name in value) if (typeof value[name] !== 'string') return false
  return true
}
