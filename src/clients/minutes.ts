import { type Window, lengthOf } from '../domain/window.ts'
import type { MatrixRow } from '../lib/vector.ts'

export const MINUTE = 60

/** How many whole minutes a window has. */
export function minutesIn(window: Window): number {
  return Math.floor(lengthOf(window) / MINUTE)
}

/** The ends of the window's first and last minute: a value there is that of the minute before. */
export function minuteEnds(window: Window): { readonly start: number; readonly end: number } {
  return { start: window.start + MINUTE, end: window.start + minutesIn(window) * MINUTE }
}

/** A row's value for each minute of the window, 0 where it has none: nothing was counted then. */
export function toMinutes({ values }: Pick<MatrixRow, 'values'>, window: Window): readonly number[] {
  const byMinute = new Map(values.map(([at, value]) => [Math.round((at - window.start) / MINUTE), value]))
  return Array.from({ length: minutesIn(window) }, (_, index) => {
    const value = byMinute.get(index + 1) ?? 0
    return Number.isFinite(value) ? value : 0
  })
}
