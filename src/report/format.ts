import type { AbsentReason, Measure } from '../domain/reading.ts'
import type { UnixSeconds } from '../domain/time.ts'

/** A number with its unit as a person says it: 8.0 s, 78 %, 1.2k tokens/s, 41 requests. */
export function formatValue(value: number, unit: string): string {
  if (!Number.isFinite(value)) return `no number (${unit})`
  if (unit === 'seconds') return formatSeconds(value)
  if (unit === 'ratio') return formatRatio(value)
  if (unit === 'MHz' || unit === 'W' || unit === '°C') return `${Math.round(value)} ${unit}`
  return `${formatNumber(value)} ${value === 1 ? singular(unit) : unit}`.trimEnd()
}

/** A measure with its unit; where a bucket hides the value, its bound; where there is none, why. */
export function formatMeasure(measure: Measure, unit: string): string {
  if (measure.status === 'absent') return `not read (${formatReason(measure.reason)})`
  const text = formatValue(measure.value, unit)
  if (measure.bound === undefined) return text
  return `${measure.bound === 'at_least' ? '≥' : '≤'} ${text}`
}

/** At most four characters and a suffix: 0.25, 3.4, 41, 940, 1.2k, 35k, 2.1M. */
export function formatNumber(value: number): string {
  const size = Math.abs(value)
  if (size >= 999_500) return `${short(value / 1e6)}M`
  if (size >= 1000) return `${short(value / 1000)}k`
  if (Number.isInteger(value)) return String(value)
  if (size < 0.01) return size === 0 ? '0' : small(value)
  return size < 1 ? trimmed(value.toFixed(2)) : short(value)
}

/** A length of time: 0 s, 24 ms, 0.4 s, 8.0 s, 95 s. */
export function formatSeconds(value: number): string {
  const size = Math.abs(value)
  if (size === 0) return '0 s'
  if (size < 0.001) return '<1 ms'
  if (size < 0.095) return `${Math.round(value * 1000)} ms`
  return size < 9.95 ? `${value.toFixed(1)} s` : `${Math.round(value)} s`
}

/** A fraction as a percentage: 0.4 %, 78 %. */
export function formatRatio(value: number): string {
  const percent = value * 100
  const size = Math.abs(percent)
  if (size > 0 && size < 0.05) return '<0.1 %'
  return size > 0 && size < 9.95 ? `${trimmed(percent.toFixed(1))} %` : `${Math.round(percent)} %`
}

/** How long something has been going on: 40 s, 6 min, 2 h 5 min, 3 d 4 h. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 90) return `${whole} s`
  const minutes = Math.round(whole / 60)
  if (minutes < 90) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? two(hours, 'h', minutes % 60, 'min') : two(Math.floor(hours / 24), 'd', hours % 24, 'h')
}

/** The time of day in UTC, e.g. 14:02. */
export function formatClock(at: UnixSeconds): string {
  return new Date(at * 1000).toISOString().slice(11, 16)
}

/** Why there is no number, in words. */
export function formatReason(reason: AbsentReason): string {
  return reason.startsWith('http_') ? reason.replace('http_', 'HTTP ') : reason.replaceAll('_', ' ')
}

function two(...[great, greatUnit, less, lessUnit]: readonly [number, string, number, string]): string {
  return less === 0 ? `${great} ${greatUnit}` : `${great} ${greatUnit} ${less} ${lessUnit}`
}

function short(value: number): string {
  return Math.abs(value) < 9.95 ? trimmed(value.toFixed(1)) : String(Math.round(value))
}

function small(value: number): string {
  return value < 0 ? '>-0.01' : '<0.01'
}

function trimmed(digits: string): string {
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits
}

function singular(unit: string): string {
  return unit.replace(/^(request|instance|token|event|step)s/, '$1')
}
