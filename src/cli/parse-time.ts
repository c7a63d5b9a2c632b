// Its own module each: the package's index loads three hundred.
import { isValid } from 'date-fns/isValid'
import { parseISO } from 'date-fns/parseISO'
import { type UnixSeconds, unixSeconds } from '../domain/time.ts'
import { UsageError } from './usage-error.ts'

/** Date, time and zone, as RFC 3339 has them; without its zone a time could be any of twenty-four. */
const WITH_ZONE = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:\d{2})$/
const UNIX = /^\d{9,11}(?:\.\d+)?$/

/** @throws UsageError naming the option */
export function parseTime(text: string, option: string): UnixSeconds {
  if (UNIX.test(text)) return unixSeconds(Number(text))
  // Unlike Date.parse, it does not take 30 February for 2 March.
  const time = parseISO(text.toUpperCase())
  if (!WITH_ZONE.test(text) || !isValid(time)) {
    throw new UsageError(`${option} "${text}" is not a time; write it like 2026-11-29T14:02:00Z or as Unix seconds`)
  }
  return unixSeconds(time.getTime() / 1000)
}
