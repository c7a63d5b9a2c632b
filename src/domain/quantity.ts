import type { Text } from './text.ts'
import { say } from './text.ts'
import type { ABSENT_REASONS, AbsentReason, Measure, PresentMeasure } from './reading.ts'

/** What a signal counts, or measures in. */
export type Unit =
  | 'requests'
  | 'instances'
  | 'requests/s'
  | 'tokens'
  | 'tokens/s'
  | 'seconds'
  | 'ratio'
  | 'events'
  | 'MHz'
  | '°C'
  | 'W'
  | 'GiB'
  | 'steps/s'
  /** Of a CPU that is used. */
  | 'cores'
  /** A number that names something, such as an XID. */
  | 'code'

/** What a number that a person reads is in: a signal's unit, or how often one is another. */
export type ShownUnit = Unit | 'times'

/**
 * A number as a person reads it, in its unit: `8.0 s`, `78 %`, `41 requests`, `1.2k tokens/s`.
 *
 * @param unit `ratio` is a fraction 0..1 and shown as a percentage
 */
export function formatQuantity(value: number, unit: ShownUnit): Text {
  switch (unit) {
    case 'seconds':
      return say`${formatSeconds(value)}`
    case 'ratio':
      return say`${formatPercent(value)}`
    case '°C':
    case 'W':
    case 'MHz':
      return say`${Math.round(value)} ${sign(unit)}`
    case 'GiB':
      return say`${formatNumber(value)} ${sign(unit)}`
    case 'code':
      return say`${value}`
    case 'requests':
    case 'instances':
    case 'requests/s':
    case 'tokens':
    case 'tokens/s':
    case 'events':
    case 'steps/s':
    case 'times':
    case 'cores':
      return amount(value, unit)
    default:
      return unit satisfies never
  }
}

/** `not read (reason)` where there is no number; a bound is said, since the true value lies beyond it. */
export function formatMeasure(measure: Measure, unit: ShownUnit): Text {
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
  if (size >= 36_000) return `${Math.round(value / 3600)} h`
  if (size >= 600) return `${Math.round(value / 60)} min`
  if (size >= 100) return `${Math.round(value)} s`
  if (size >= 0.0995 || size === 0) return `${value.toFixed(1)} s`
  return `${(value * 1000).toFixed(size < 0.01 ? 1 : 0)} ms`
}

export function formatPercent(ratio: number): string {
  const percent = ratio * 100
  if (Math.abs(percent) >= 1e4) return `${formatNumber(percent)} %`
  if (percent > 0 && percent < 0.05) return '< 0.1 %'
  return `${Math.abs(percent) < 1 && percent !== 0 ? percent.toFixed(1) : Math.round(percent)} %`
}

/** A limit as it stands behind `<` or `>`: also a very small part, in full. */
export function formatLimit(limit: number, unit: ShownUnit): string | Text {
  return unit === 'ratio' && limit > 0 && limit < 0.001
    ? `${Number((limit * 100).toPrecision(2))} %`
    : formatQuantity(limit, unit)
}

export function formatNumber(value: number): string {
  const size = Math.abs(value)
  if (size >= 1e15) return value.toExponential(1).replace('e+', 'e')
  if (size >= 1e12) return `${(value / 1e12).toFixed(1)}T`
  if (size >= 1e9) return `${(value / 1e9).toFixed(1)}G`
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
function sign(unit: '°C' | 'W' | 'MHz' | 'GiB'): string {
  return unit
}

/** A unit that is a word. */
type Word = Exclude<ShownUnit, 'seconds' | 'ratio' | '°C' | 'W' | 'MHz' | 'GiB' | 'code'>

/** So many of a unit that is a word. */
function amount(value: number, unit: Word): Text {
  return UNITS[unit][value === 1 ? 0 : 1](formatNumber(value))
}

/** With their number, since languages count in their own ways. */
const UNITS: Readonly<Record<Word, readonly [one: (number: string) => Text, many: (number: string) => Text]>> = {
  requests: [(number) => say`${number} request`, (number) => say`${number} requests`],
  instances: [(number) => say`${number} instance`, (number) => say`${number} instances`],
  'requests/s': [(number) => say`${number} request/s`, (number) => say`${number} requests/s`],
  tokens: [(number) => say`${number} token`, (number) => say`${number} tokens`],
  'tokens/s': [(number) => say`${number} token/s`, (number) => say`${number} tokens/s`],
  events: [(number) => say`${number} event`, (number) => say`${number} events`],
  'steps/s': [(number) => say`${number} step/s`, (number) => say`${number} steps/s`],
  times: [(number) => say`${number} ×`, (number) => say`${number} ×`],
  cores: [(number) => say`${number} core`, (number) => say`${number} cores`],
}

function boundMark(bound: PresentMeasure['bound']): string {
  if (bound === undefined) return ''
  return bound === 'at_least' ? '≥ ' : '≤ '
}
