import { parseInstant } from '../../domain/parse-instant.ts'
import { type UnixSeconds, unixSeconds } from '../../domain/time.ts'
import { momentOf } from '../../domain/wall-clock.ts'
import type { AccessLine, LineClock } from '../access-line.ts'

/** A line's time, and whether its zone had to be taken from elsewhere. */
export type Instant = Pick<AccessLine, 'at' | 'isZoneGuessed'>

const CLF = /^(\d\d)\/([A-Za-z]{3})\/(\d{4}):(\d\d):(\d\d):(\d\d)(\.\d{1,9})?(?: ([+-])(\d\d)(\d\d))?$/u
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** `29/Nov/2026:12:33:08 +0000`, and HAProxy's with milliseconds and without a zone. */
export function clfInstant(text: string, { zone, reference }: LineClock): Instant {
  const found = CLF.exec(text)
  if (found === null) return {}
  const [, day, name, year, hour, minute, second, fraction = '', sign, hours, minutes] = found
  const month = MONTHS.findIndex((known) => known === name) + 1
  const wall = {
    year: Number(year),
    month,
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(`${second}${fraction}`),
  }
  const size = Number(hours) * 3600 + Number(minutes) * 60
  const offset = sign === '-' ? -size : size
  const at = momentOf(wall, sign === undefined ? zone : () => offset, reference)
  if (at === undefined) return {}
  return sign === undefined ? { at, isZoneGuessed: true } : { at }
}

/** RFC 3339, also without a zone. */
export function isoInstant(text: string, { zone, reference }: LineClock): Instant {
  const time = parseInstant(text)?.time
  if (time?.kind === 'moment') return { at: time.at }
  const at = time === undefined ? undefined : momentOf(time.wall, zone, reference)
  return at === undefined ? {} : { at, isZoneGuessed: true }
}

/** Seconds, milliseconds, microseconds or nanoseconds since 1970, told apart by their size; 2001 to 2096. */
export function epochInstant(value: number): UnixSeconds | undefined {
  const at = [1, 1e3, 1e6, 1e9].map((unit) => value / unit).find((seconds) => seconds >= 1e9 && seconds < 4e9)
  return at === undefined ? undefined : unixSeconds(at)
}

/** Whatever a JSON record has for a time. */
export function instantOf(value: unknown, clock: LineClock): Instant {
  const isNumeric = typeof value === 'string' && /^\d{9,19}(?:\.\d{1,9})?$/u.test(value)
  if (typeof value === 'number' || isNumeric) {
    const at = epochInstant(Number(value))
    return at === undefined ? {} : { at }
  }
  if (typeof value !== 'string') return {}
  const iso = isoInstant(value, clock)
  return iso.at === undefined ? clfInstant(value.replaceAll(/^\[|\]$/gu, ''), clock) : iso
}
