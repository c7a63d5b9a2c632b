import { parseDuration } from '../config/parse-duration.ts'
import { type Seconds, hours, minutes } from '../domain/time.ts'
import { UsageError } from './usage-error.ts'

/** A window must hold a few scrapes, and a day is what a baseline can still be compared with. */
const SHORTEST = minutes(1)
const LONGEST = hours(24)

/**
 * A window's length as Prometheus writes durations: `10m`, `1h30m`.
 *
 * @throws UsageError naming the option
 */
export function parseWindow(text: string, option: string): Seconds {
  const length = parseDuration(text)
  if (length === undefined) throw new UsageError(`${option} "${text}" is not a duration; write it like 10m or 1h30m`)
  if (length < SHORTEST || length > LONGEST) {
    throw new UsageError(`${option} ${text} is out of range; choose something from 1m to 24h, such as 10m`)
  }
  return length
}
