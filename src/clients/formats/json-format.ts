import type { AccessFormat, AccessLine, LineClock, Parsed } from '../access-line.ts'
import { type JsonRecord, parseRecord } from './record.ts'

interface JsonFormat extends Omit<AccessFormat, 'parse'> {
  /** A line without any of these texts is not of the format, and is not taken apart. */
  readonly marks: readonly string[]
  readonly read: (record: JsonRecord, clock: LineClock) => AccessLine | 'other' | undefined
}

/** A format of one JSON object on each line. */
export function jsonFormat({ marks, read, ...format }: JsonFormat): AccessFormat {
  return { ...format, parse }

  function parse(line: string, clock: LineClock): Parsed | undefined {
    if (!line.startsWith('{') || !marks.some((mark) => line.includes(mark))) return undefined
    const record = parseRecord(line)
    return record === undefined ? 'broken' : read(record, clock)
  }
}
