import { type UnixSeconds, toIso } from '../domain/time.ts'
import type { Window } from '../domain/window.ts'
import { formatClock } from './format.ts'

/** `14:02`, with the date in front where it is another day than today's (both in UTC). */
export function timeText(at: UnixSeconds, today: UnixSeconds): string {
  return isSameDay(at, today) ? formatClock(at) : `${dayOf(at)} ${formatClock(at)}`
}

/** `13:57–14:02`; a date of both is said once. */
export function rangeText({ start, end }: Window, today: UnixSeconds): string {
  const until = isSameDay(start, end) ? formatClock(end) : timeText(end, today)
  return `${timeText(start, today)}–${until}`
}

function isSameDay(one: UnixSeconds, other: UnixSeconds): boolean {
  return dayOf(one) === dayOf(other)
}

function dayOf(at: UnixSeconds): string {
  return toIso(at).slice(0, 10)
}
