import type { Labels } from '../../../domain/series.ts'
import { isRecord } from '../../../lib/is-record.ts'

export interface LokiEntry {
  readonly labels: Labels
  /** Nanoseconds since 1970, more than a number can hold. */
  readonly at: bigint
  readonly line: string
}

/** The entries of an answer to a log query; undefined where it is none. An entry of another shape is left out. */
export function parseStreams(data: unknown): readonly LokiEntry[] | undefined {
  if (!isRecord(data) || data['resultType'] !== 'streams' || !Array.isArray(data['result'])) return undefined
  return data['result'].flatMap(entriesOf)
}

function entriesOf(stream: unknown): readonly LokiEntry[] {
  if (!isRecord(stream) || !isRecord(stream['stream']) || !Array.isArray(stream['values'])) return []
  const labels = labelsOf(stream['stream'])
  return stream['values'].flatMap((value: unknown) => {
    if (!Array.isArray(value)) return []
    const at: unknown = value[0]
    const line: unknown = value[1]
    if (typeof at !== 'string' || typeof line !== 'string' || !/^\d{1,19}$/u.test(at)) return []
    return [{ labels, at: BigInt(at), line }]
  })
}

function labelsOf(record: Readonly<Record<string, unknown>>): Labels {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])),
  )
}
