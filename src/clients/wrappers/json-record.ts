import { type Instant, instantOf } from '../formats/instant.ts'
import { type JsonRecord, parseRecord, textAt, valueAt } from '../formats/record.ts'
import type { LineClock } from '../access-line.ts'
import type { Wrapper } from './wrapper.ts'

// Fluent Bit's and Vector's records, Elasticsearch's documents, and what Python's JSON loggers write.
const TEXTS = ['log', 'message', 'msg', 'event', 'line', 'body', '_msg'] as const
const TIMES = ['@timestamp', 'timestamp', 'time', 'date', 'ts', 'asctime', 'datetime', '_time'] as const
const SOURCES = ['kubernetes.pod_name', 'kubernetes.pod.name', 'pod', 'pod_name', 'container_name', 'host'] as const

/** A JSON record with the line as one of its texts: of Fluent Bit, Vector, a log store, or uvicorn's own JSON logger. */
export const jsonRecord: Wrapper = {
  id: 'json',
  peel: (text, clock) => {
    if (!text.startsWith('{')) return undefined
    const record = parseRecord(text)
    const line = record === undefined ? undefined : textOf(record)
    if (record === undefined || line === undefined) return undefined
    const source = textAt(record, ...SOURCES)
    return [{ ...timeOf(record, clock), text: line.replace(/\r?\n$/u, ''), ...(source !== undefined && { source }) }]
  },
}

function textOf(record: JsonRecord): string | undefined {
  return TEXTS.map((key) => record[key]).find((value): value is string => typeof value === 'string' && value !== '')
}

function timeOf(record: JsonRecord, clock: LineClock): Instant {
  return TIMES.map((key) => instantOf(valueAt(record, [key]), clock)).find(({ at }) => at !== undefined) ?? {}
}
