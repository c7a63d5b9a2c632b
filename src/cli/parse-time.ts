import { type UnixSeconds, unixSeconds } from '../domain/time.ts'
import { UsageError } from './usage-error.ts'

/** RFC 3339 with its zone (a `T` or a blank between date and time), or Unix seconds. */
const RFC_3339 = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:\d{2})$/
const UNIX = /^\d{9,11}(?:\.\d+)?$/

/** @throws UsageError naming the option */
export function parseTime(text: string, option: string): UnixSeconds {
  if (UNIX.test(text)) return unixSeconds(Number(text))
  const milliseconds = RFC_3339.test(text) ? Date.parse(text.replace(' ', 'T').toUpperCase()) : NaN
  if (Number.isNaN(milliseconds)) {
    throw new UsageError(`${option} "${text}" is not a time; write it like 2026-11-29T14:02:00Z or as Unix seconds`)
  }
  return unixSeconds(milliseconds / 1000)
}
