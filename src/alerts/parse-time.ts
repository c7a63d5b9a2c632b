import { type UnixSeconds, unixSeconds } from '../domain/time.ts'

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/u

/**
 * A time as Go writes it: up to nine digits of a second, any offset. `undefined` for what is no time, and for the
 * year 1 and the epoch itself, by which senders say "none".
 */
export function parseTime(text: unknown): UnixSeconds | undefined {
  if (typeof text !== 'string') return undefined
  const match = RFC3339.exec(text.trim())
  if (match === null) return undefined
  const part = (index: number): number => Number(match[index] ?? 0)
  const whole = Date.UTC(part(1), part(2) - 1, part(3), part(4), part(5), part(6)) / 1000
  const isReal = part(2) >= 1 && part(2) <= 12 && part(3) >= 1 && part(3) <= daysOf(part(1), part(2))
  if (!isReal || part(4) > 23 || part(5) > 59 || part(6) > 60) return undefined
  const offset = (match[8] === '-' ? -1 : 1) * (part(9) * 3600 + part(10) * 60)
  const at = whole - offset + Number(`0${match[7] ?? ''}`)
  return part(1) >= 1970 && at > 0 ? unixSeconds(at) : undefined
}

function daysOf(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}
