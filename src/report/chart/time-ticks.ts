import type { UnixSeconds } from '../../domain/time.ts'

/** As many as fit beneath one another's neighbours on a phone. */
const MOST = 6
const MINUTES = [0.25, 0.5, 1, 2, 5, 10, 15, 20, 30, 60, 120, 180, 360, 720, 1440, 2880, 10_080]

/** The round times between the first and the last, in milliseconds. */
export function timeTicks(first: UnixSeconds, last: UnixSeconds): readonly number[] {
  const step = 60 * (MINUTES.find((minutes) => (last - first) / (minutes * 60) <= MOST) ?? 10_080)
  const begin = Math.ceil(first / step)
  const count = Math.max(0, Math.floor(last / step) - begin + 1)
  return Array.from({ length: count }, (_, index) => (begin + index) * step * 1000)
}
