import { unixSeconds } from '../../domain/time.ts'
import { numberAt, parseRecord, textAt } from '../formats/record.ts'
import type { Wrapper } from './wrapper.ts'

/** `journalctl -o json`: a message with colours is an array of its bytes. */
export const journaldJson: Wrapper = {
  id: 'journald-json',
  peel: (text) => {
    if (!text.startsWith('{') || !text.includes('"__REALTIME_TIMESTAMP"')) return undefined
    const record = parseRecord(text)
    if (record === undefined) return undefined
    const micros = numberAt(record, '__REALTIME_TIMESTAMP')
    const source = textAt(record, 'CONTAINER_NAME', '_SYSTEMD_UNIT', 'SYSLOG_IDENTIFIER')
    const message = messageOf(record['MESSAGE'])
    return message.split('\n', MOST_LINES).map((line) => ({
      text: line,
      ...(micros !== undefined && { at: unixSeconds(micros / 1e6) }),
      ...(source !== undefined && { source }),
    }))
  },
}

/** A message of several lines is an error's. */
const MOST_LINES = 400

function messageOf(value: unknown): string {
  if (typeof value === 'string') return value
  // A field given twice is a list of its values.
  if (!Array.isArray(value)) return ''
  return value.every(isByte) ? new TextDecoder().decode(Uint8Array.from(value)) : messageOf(value[0])
}

function isByte(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255
}
