import type { AbsentReason, Measure, PresentMeasure } from './reading.ts'

/**
 * A number as a person reads it, in its unit: `8.0 s`, `78 %`, `41 requests`, `1.2k tokens/s`.
 *
 * @param unit a signal's unit; `ratio` is a fraction 0..1 and shown as a percentage
 */
export function formatQuantity(value: number, unit: string): string {
  switch (unit) {
    case 'seconds':
      return formatSeconds(value)
    case 'ratio':
      return formatPercent(value)
    case '°C':
    case 'W':
    case 'MHz':
      return `${Math.round(value)} ${unit}`
    case 'code':
      return String(value)
    default:
      return `${formatNumber(value)} ${value === 1 ? singular(unit) : unit}`
  }
}

/** `not read (reason)` where there is no number; a bound is said, since the true value lies beyond it. */
export function formatMeasure(measure: Measure, unit: string): string {
  if (measure.status === 'absent') return `not read (${formatReason(measure.reason)})`
  const bound = boundMark(measure.bound)
  return `${bound}${formatQuantity(measure.value, unit)}`
}

/** `not exposed`, `HTTP 503`. */
export function formatReason(reason: AbsentReason): string {
  return reason.replace('http_', 'HTTP ').replaceAll('_', ' ')
}

export function formatSeconds(value: number): string {
  const size = Math.abs(value)
  if (size >= 600) return `${Math.round(value / 60)} min`
  if (size >= 100) return `${Math.round(value)} s`
  if (size >= 0.0995 || size === 0) return `${value.toFixed(1)} s`
  return `${(value * 1000).toFixed(size < 0.01 ? 1 : 0)} ms`
}

export function formatPercent(ratio: number): string {
  const percent = ratio * 100
  return `${Math.abs(percent) < 1 && percent !== 0 ? percent.toFixed(1) : Math.round(percent)} %`
}

export function formatNumber(value: number): string {
  const size = Math.abs(value)
  if (size >= 1e6) return `${(value / 1e6).toFixed(1)}M`
  if (size >= 1e4) return `${(value / 1e3).toFixed(0)}k`
  if (size >= 1e3) return `${(value / 1e3).toFixed(1)}k`
  if (size >= 10 || Number.isInteger(value)) return String(Math.round(value))
  return size >= 1 ? value.toFixed(1) : value.toFixed(2)
}

/** Precise enough to see by how much two numbers differ, which `formatNumber` rounds away. */
export function threeDigits(value: number): string {
  return String(Number(value.toPrecision(3)))
}

function singular(unit: string): string {
  return unit.replace(/^(\w+)s\b/u, '$1')
}

function boundMark(bound: PresentMeasure['bound']): string {
  if (bound === undefined) return ''
  return bound === 'at_least' ? '≥ ' : '≤ '
}
