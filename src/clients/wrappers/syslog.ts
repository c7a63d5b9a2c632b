import { momentOf } from '../../domain/wall-clock.ts'
import type { LineClock } from '../access-line.ts'
import { type Instant, isoInstant } from '../formats/instant.ts'
import type { Wrapper } from './wrapper.ts'

const PRIORITY = String.raw`(?:<\d{1,3}>)?`
/** A host's name or address, then the program with its process' number. */
const FROM = String.raw`(?:[\w.:-]{0,254}\w) ([^\s:[\]]{1,64})(?:\[\d{1,10}\])?:(?: |$)`
/** A month may be in the host's language: then the line has no time. */
const SHORT = new RegExp(
  String.raw`^${PRIORITY}(\p{L}{3,5})\.? {1,2}(\d{1,2}) (\d\d):(\d\d):(\d\d(?:\.\d{1,9})?) ${FROM}`,
  'u',
)
const ISO = new RegExp(
  String.raw`^${PRIORITY}(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)) ${FROM}`,
  'u',
)
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const

/** RFC 3164 with its priority, syslog's files, and `journalctl -o short` or `short-iso`: `Nov 29 12:33:08 host vllm[7]: …`. */
export const syslog: Wrapper = {
  id: 'syslog',
  peel: (text, clock) => {
    const iso = ISO.exec(text)
    if (iso !== null) {
      const [whole, time = '', source = ''] = iso
      return [{ ...isoInstant(time, clock), text: text.slice(whole.length), source }]
    }
    const short = SHORT.exec(text)
    if (short === null) return undefined
    return [{ ...shortInstant(short, clock), text: text.slice(short[0].length), source: short[6] ?? '' }]
  },
}

function shortInstant(found: RegExpExecArray, { zone, reference }: LineClock): Instant {
  const [, name = '', day, hour, minute, second] = found
  const month = MONTHS.findIndex((known) => known === name.toLowerCase()) + 1
  if (month === 0) return {}
  const wall = { month, day: Number(day), hour: Number(hour), minute: Number(minute), second: Number(second) }
  const at = momentOf(wall, zone, reference)
  return at === undefined ? {} : { at, isZoneGuessed: true }
}
