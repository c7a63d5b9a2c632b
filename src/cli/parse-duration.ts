import { type Seconds, seconds } from '../domain/time.ts'
import { UsageError } from './usage-error.ts'

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }
const PART = /(\d+)([smhd])/g
const WHOLE = /^(?:\d+[smhd])+$/
const SHORTEST = seconds(60)
const LONGEST = seconds(24 * 3600)

/**
 * A window's length as Prometheus writes durations: `10m`, `1h30m`.
 *
 * @throws UsageError naming the option
 */
export function parseWindow(text: string, option: string): Seconds {
  const parts = WHOLE.test(text) ? [...text.matchAll(PART)] : []
  const total = seconds(
    parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNIT_SECONDS[unit ?? ''] ?? NaN), 0),
  )
  if (parts.length === 0) throw new UsageError(`${option} "${text}" is not a duration; write it like 10m or 1h30m`)
  if (total < SHORTEST || total > LONGEST) {
    throw new UsageError(`${option} ${text} is out of range; choose something between 1m and 24h, such as 10m`)
  }
  return total
}
