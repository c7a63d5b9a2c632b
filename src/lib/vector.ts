import { isRecord } from './is-record.ts'

/** One element of an instant vector. */
export interface VectorRow {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface MatrixRow extends Pick<VectorRow, 'labels'> {
  readonly values: readonly (readonly [at: number, value: number])[]
}

/**
 * The rows of an instant vector as Prometheus, Loki and VictoriaLogs answer it; undefined when it is none. A row that is
 * not understood, such as a native histogram's, is left out. Written by hand because a fleet of a thousand instances has
 * tens of thousands of rows.
 */
export function readRows(data: unknown): readonly VectorRow[] | undefined {
  if (!isRecord(data) || data['resultType'] !== 'vector' || !Array.isArray(data['result'])) return undefined
  const rows: readonly unknown[] = data['result']
  const read: VectorRow[] = []
  for (const row of rows) {
    if (!isRecord(row) || !Array.isArray(row['value']) || !isLabels(row['metric'])) continue
    const text: unknown = row['value'][1]
    if (typeof text === 'string') read.push({ labels: row['metric'], value: parseValue(text) })
  }
  return read
}

/** The series of a matrix, as an answer to a range query has them: times in seconds with their values; undefined when it is none. */
export function readMatrix(data: unknown): readonly MatrixRow[] | undefined {
  if (!isRecord(data) || data['resultType'] !== 'matrix' || !Array.isArray(data['result'])) return undefined
  return data['result'].flatMap((row: unknown): MatrixRow[] => {
    if (!isRecord(row) || !Array.isArray(row['values']) || !isLabels(row['metric'])) return []
    const values = row['values'].flatMap((pair: unknown) => {
      if (!Array.isArray(pair)) return []
      const at: unknown = pair[0]
      const text: unknown = pair[1]
      return typeof at === 'number' && typeof text === 'string' ? [[at, parseValue(text)] as const] : []
    })
    return [{ labels: row['metric'], values }]
  })
}

/** A number as Prometheus writes it; what is none is NaN, which no test takes for a value. */
export function parseValue(text: string): number {
  if (text === '+Inf' || text === 'Inf') return Infinity
  if (text === '-Inf') return -Infinity
  return NUMBER.test(text) ? Number(text) : Number.NaN
}

/** Not the empty text, nor 0x10, both of which JavaScript takes for numbers. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu

/** Whether a value of outside is a set of labels. */
export function isLabels(value: unknown): value is Readonly<Record<string, string>> {
  if (!isRecord(value)) return false
  for (const name in value) if (typeof value[name] !== 'string') return false
  return true
}
