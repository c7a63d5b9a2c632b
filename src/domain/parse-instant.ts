import { type UnixSeconds, unixSeconds } from './time.ts'
import { type WallClock, momentOf } from './wall-clock.ts'

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?(Z|[+-]\d\d:?\d\d)?/u

export interface Instant {
  /** With its zone a moment, without one what a clock showed. */
  readonly time:
    | { readonly kind: 'moment'; readonly at: UnixSeconds }
    | { readonly kind: 'wall'; readonly wall: WallClock }
  /** How many characters it took. */
  readonly length: number
}

/** RFC 3339 as collectors write it, and Python's `asctime` with its comma and without a zone, at a text's beginning. */
export function parseInstant(text: string): Instant | undefined {
  const found = DATE_TIME.exec(text)
  if (found === null) return undefined
  const [whole, year, month, day, hour, minute, second, fraction = '0', zone] = found
  const wall = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(`${second}.${fraction}`),
  }
  if (zone === undefined) return { time: { kind: 'wall', wall }, length: whole.length }
  const offset = offsetOf(zone)
  const at = momentOf(wall, () => offset, unixSeconds(0))
  return at === undefined ? undefined : { time: { kind: 'moment', at }, length: whole.length }
}

function offsetOf(zone: string): number {
  if (zone === 'Z') return 0
  const digits = zone.replaceAll(/\D/gu, '')
  const size = Number(digits.slice(0, 2)) * 3600 + Number(digits.slice(2)) * 60
  return zone.startsWith('-') ? -size : size
}
