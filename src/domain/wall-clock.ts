import { type UnixSeconds, unixSeconds } from './time.ts'

/** A time as a clock on a wall shows it: no zone, and from vLLM's logger or syslog no year either. */
export interface WallClock {
  readonly year?: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

/** Seconds that a zone is ahead of UTC at a moment. */
export type Zone = (at: number) => number

const QUARTER_HOUR = 900
const DAY = 86_400

/**
 * The offsets of an IANA zone such as `Europe/Berlin`, or `UTC`; none change within a quarter of an hour.
 *
 * @throws RangeError for a zone that does not exist
 */
export function createZone(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const known = new Map<number, number>()
  return (at) => {
    const quarter = Math.floor(at / QUARTER_HOUR)
    const offset = known.get(quarter) ?? offsetAt(format, quarter * QUARTER_HOUR)
    known.set(quarter, offset)
    return offset
  }
}

function offsetAt(format: Intl.DateTimeFormat, at: number): number {
  const parts = new Map(format.formatToParts(at * 1000).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return shown / 1000 - at
}

/**
 * The moment a wall clock showed this. Without a year it is the latest one that is not after the reference by more than
 * a day, so that a line of 31 December read on 1 January is of the year before. Undefined where no such day exists.
 *
 * @param reference a moment near it, such as when the file was last written
 */
export function momentOf(wall: WallClock, zone: Zone, reference: UnixSeconds): UnixSeconds | undefined {
  if (wall.year !== undefined) return inYear(wall, wall.year, zone)
  const year = new Date(reference * 1000).getUTCFullYear()
  return [year + 1, year, year - 1]
    .map((candidate) => inYear(wall, candidate, zone))
    .find((moment) => moment !== undefined && moment <= reference + DAY)
}

function inYear({ month, day, hour, minute, second }: WallClock, year: number, zone: Zone): UnixSeconds | undefined {
  const shown = Date.UTC(year, month - 1, day, hour, minute, Math.floor(second)) / 1000
  const read = new Date(shown * 1000)
  const isDay = read.getUTCMonth() === month - 1 && read.getUTCDate() === day
  if (!isDay || hour > 23 || minute > 59 || second >= 61) return undefined
  // The offset of the guess may be that of the other side of a change of clocks; a second look settles it.
  const guess = shown - zone(shown)
  return unixSeconds(shown - zone(guess) + (second - Math.floor(second)))
}
