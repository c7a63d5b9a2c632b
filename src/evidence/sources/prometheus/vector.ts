import type { Labels } from '../../../domain/series.ts'
import type { PartValue } from '../reader/backend.ts'
import { isRecord } from './envelope.ts'

/** The label that tells the parts of one query apart, such as `waiting.fleet`. */
export const PART_LABEL = 'whyslow_part'

export function partText(signal: string, part: string): string {
  return `${signal}.${part}`
}

/**
 * The rows of an instant vector; undefined when it is none. A row that is not understood, such as a native histogram's,
 * is left out. Written by hand because a fleet of a thousand instances has tens of thousands of rows.
 */
export function readVector(data: unknown): readonly PartValue[] | undefined {
  if (!isRecord(data) || data['resultType'] !== 'vector' || !Array.isArray(data['result'])) return undefined
  const rows: readonly unknown[] = data['result']
  const values: PartValue[] = []
  const places = new Map<string, PartPlace | undefined>()
  for (const row of rows) {
    if (!isRecord(row) || !Array.isArray(row['value']) || !isLabels(row['metric'])) continue
    const text: unknown = row['value'][1]
    const place = placeOf(row['metric'][PART_LABEL] ?? '', places)
    if (typeof text === 'string' && place !== undefined) {
      values.push({ signal: place.signal, part: place.part, labels: row['metric'], value: parseValue(text) })
    }
  }
  return values
}

type PartPlace = Pick<PartValue, 'signal' | 'part'>

/** A query has a handful of parts and a thousand rows of each. */
function placeOf(text: string, known: Map<string, PartPlace | undefined>): PartPlace | undefined {
  if (known.has(text)) return known.get(text)
  const [, signal, part] = PART.exec(text) ?? []
  const place = signal === undefined || part === undefined ? undefined : { signal, part }
  known.set(text, place)
  return place
}

/** Signals have no dots in their ids, metric names none either. */
const PART = /^([^.]*)\.(.*)$/su

/** A number as Prometheus writes it; what is none is NaN, which no test takes for a value. */
function parseValue(text: string): number {
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
