import { isRecord } from '../../lib/is-record.ts'
import { instantOf } from '../formats/instant.ts'
import { type JsonRecord, parseRecord, recordAt, textAt, valueAt } from '../formats/record.ts'
import type { LineClock } from '../access-line.ts'
import type { Peeled, Wrapper } from './wrapper.ts'

/** Loki's answer as it comes, one of its streams, or logcli's `--output=jsonl`. */
export const loki: Wrapper = {
  id: 'loki',
  peel: (text, clock) => {
    if (!text.startsWith('{') || !/"values"|"labels"/u.test(text)) return undefined
    const record = parseRecord(text)
    return record === undefined ? undefined : (linesOf(record, clock) ?? entryOf(record, clock))
  },
}

function linesOf(record: JsonRecord, clock: LineClock): readonly Peeled[] | undefined {
  const result = valueAt(record, ['data.result', 'streams'])
  if (!Array.isArray(result)) return streamOf(record, clock)
  return result.flatMap((stream: unknown) => (isRecord(stream) ? (streamOf(stream, clock) ?? []) : []))
}

function streamOf(record: JsonRecord, clock: LineClock): readonly Peeled[] | undefined {
  const values = record['values']
  if (!Array.isArray(values) || !('stream' in record)) return undefined
  const labels = recordAt(record, 'stream') ?? {}
  return values.flatMap((value: unknown) => {
    if (!Array.isArray(value)) return []
    const pair: readonly unknown[] = value
    const [time, line] = pair
    return typeof line === 'string' ? [{ ...instantOf(time, clock), ...sourceOf(labels), text: line }] : []
  })
}

function entryOf(record: JsonRecord, clock: LineClock): readonly Peeled[] | undefined {
  const labels = recordAt(record, 'labels')
  const line = record['line']
  if (labels === undefined || typeof line !== 'string') return undefined
  return [{ ...instantOf(record['timestamp'], clock), ...sourceOf(labels), text: line }]
}

function sourceOf(labels: JsonRecord): Pick<Peeled, 'source'> {
  const source = textAt(labels, 'pod', 'pod_name', 'instance', 'container', 'service_name')
  return source === undefined ? {} : { source }
}
