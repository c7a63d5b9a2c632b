import { type Seconds, type UnixSeconds, earlier, elapsed, hours, minutes, unixSeconds } from './time.ts'

/** The time looked at; a range reads (start, end]. */
export interface Window {
  readonly start: UnixSeconds
  readonly end: UnixSeconds
}

/** The times that say what is normal. */
export const BASELINE_NAMES = ['hour_before', 'yesterday', 'week_ago'] as const
export type BaselineName = (typeof BASELINE_NAMES)[number]

/** All times a window is compared with: the last moments before a change tell whether something moved with it. */
export const COMPARED_NAMES = [...BASELINE_NAMES, 'before_change'] as const
export type ComparedName = (typeof COMPARED_NAMES)[number]

export interface Baseline extends Window {
  readonly name: ComparedName
}

export function lengthOf(window: Window): Seconds {
  return elapsed(window.start, window.end)
}

/** The window of `length` that ends at `end`. */
export function windowEnding(end: UnixSeconds, length: Seconds): Window {
  return { start: earlier(end, length), end }
}

/**
 * Time left between the hour before and the onset: an alert's `startsAt` lies after the real onset by its `for:`
 * plus the range its rule reads, so the last minutes before it are not healthy ones.
 */
const GUARD = minutes(10)

/**
 * The hour before onset, and the same window yesterday and a week ago.
 *
 * @param window the triage's window
 * @param onset when the trouble was first seen (an alert's `startsAt`); a later one than the window's start is moved there
 */
export function baselinesOf(window: Window, onset: UnixSeconds): readonly Baseline[] {
  const quiet = earlier(unixSeconds(Math.min(onset, window.start)), GUARD)
  const before = (name: BaselineName, by: Seconds): Baseline => ({
    name,
    start: earlier(window.start, by),
    end: earlier(window.end, by),
  })
  return [
    { name: 'hour_before', start: earlier(quiet, hours(1)), end: quiet },
    before('yesterday', hours(24)),
    before('week_ago', hours(24 * 7)),
  ]
}
