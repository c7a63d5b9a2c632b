import type { Text } from './text.ts'
import { say } from './text.ts'
import type { ABSENT_REASONS, AbsentReason, Measure, PresentMeasure } from './reading.ts'

/**
 * A number as a person reads it, in its unit: `8.0 s`, `78 %`, `41 requests`, `1.2k tokens/s`.
 *
 * @param unit a signal's unit; `ratio` is a fraction 0..1 and shown as a percentage
 */
export function formatQuantity(value: number, unit: string): Text {
  switch (unit) {
    case 'seconds':
      return say`${formatSeconds(value)}`
    case 'ratio':
      return say`${formatPercent(value)}`
    case '°C':
    case 'W':
    case 'MHz':
      return say`${Math.round(value)} ${sign(unit)}`
    case 'code':
      return say`${value}`
    default:
      return say`${formatNumber(value)} ${unitWord(value, unit)}`
  }
}

/** `not read (reason)` where there is no number; a bound is said, since the true value lies beyond it. */
export function formatMeasure(measure: Measure, unit: string): Text {
  if (measure.status === 'absent') return say`not read (${formatReason(measure.reason)})`
  const bound = boundMark(measure.bound)
  return say`${bound}${formatQuantity(measure.value, unit)}`
}

/** The number of what is counted, without saying what. */
export function formatBare({ bound, value }: PresentMeasure): Text {
  return say`${boundMark(bound)}${formatNumber(value)}`
}

/** `not exposed`, `HTTP 503`. */
export function formatReason(reason: AbsentReason): Text {
  return isRefusal(reason) ? say`HTTP ${reason.slice('http_'.length)}` : REASONS[reason]
}

function isRefusal(reason: AbsentReason): reason is `http_${number}` {
  return reason.startsWith('http_')
}

const REASONS: Readonly<Record<(typeof ABSENT_REASONS)[number], Text>> = {
  not_exposed: say`not exposed`,
  no_samples: say`no samples`,
  no_traffic: say`no traffic`,
  stale: say`stale`,
  timeout: say`timeout`,
  unreachable: say`unreachable`,
  bad_answer: say`bad answer`,
  not_configured: say`not configured`,
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

/** A unit that is a sign and no word, in any language. */
function sign(unit: '°C' | 'W' | 'MHz'): string {
  return unit
}

/** The words of units that are words; `unit` itself where it is a sign, or not known. */
function unitWord(value: number, unit: string): string | Text {
  const words = UNITS[unit]
  return words === undefined ? unit : words[value === 1 ? 0 : 1]
}

const UNITS: Readonly<Record<string, readonly [one: Text, many: Text]>> = {
  requests: [say`request`, say`requests`],
  instances: [say`instance`, say`instances`],
  'requests/s': [say`request/s`, say`requests/s`],
  tokens: [say`token`, say`tokens`],
  'tokens/s': [say`token/s`, say`tokens/s`],
  events: [say`event`, say`events`],
  'steps/s': [say`step/s`, say`steps/s`],
  cores: [say`core`, say`cores`],
}

function boundMark(bound: PresentMeasure['bound']): string {
  if (bound === undefined) return ''
  return bound === 'at_least' ? '≥ ' : '≤ '
}
