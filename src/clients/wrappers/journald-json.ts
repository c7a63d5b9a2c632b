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
    return [
      {
        text: firstLine(messageOf(record['MESSAGE'])),
        ...(micros !== undefined && { at: unixSeconds(micros / 1e6) }),
        ...(source !== undefined && { source }),
      },
    ]
  },
}

/** What follows in a message of several lines may be anybody's text. */
function firstLine(message: string): string {
  const end = message.indexOf('\n')
  return end < 0 ? message : message.slice(0, end)
}

function messageOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return ''
  // A field given twice is a list of its values.
  if (!value.every(isByte)) return typeof value[0] === 'string' ? value[0] : ''
  return new TextDecoder().decode(Uint8Array.from(value))
}

function isByte(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255
}
