import type { ShownUnit } from '../domain/quantity.ts'
import { formatBare, formatMeasure } from '../domain/quantity.ts'
import type { Measure, RowKey } from '../domain/reading.ts'
import { nameOfRow } from '../domain/reading.ts'
import type { UnixSeconds } from '../domain/time.ts'
import type { Speak } from '../domain/text.ts'
import { finite } from './finite.ts'
import { plain } from './plain-text.ts'

/** A measure with its unit, or `not read (reason)`. */
export function showMeasure(measure: Measure, unit: ShownUnit, speak: Speak): string {
  return speak(formatMeasure(finite(measure), unit))
}

/** A measure without its unit where that is what it counts, for a place whose title says it. */
export function showBare(measure: Measure, unit: ShownUnit, speak: Speak): string {
  const shown = finite(measure)
  const isBare = shown.status === 'present' && (unit === 'requests' || unit === 'requests/s')
  return speak(isBare ? formatBare(shown) : formatMeasure(shown, unit))
}

/** For a table's cell, whose title says what is counted: a dash where there is no number. */
export function showCell(measure: Measure, unit: ShownUnit, speak: Speak): string {
  return finite(measure).status === 'present' ? showBare(measure, unit, speak) : '–'
}

/** A row's name for people, harmless in a terminal. */
export function showRow(key: RowKey): string {
  return plain(nameOfRow(key))
}

/** How long something has been going on: 40 s, 6 min, 2 h 5 min, 3 d 4 h. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 90) return `${whole} s`
  const minutes = Math.round(whole / 60)
  if (minutes < 90) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return inTwo(`${hours} h`, minutes % 60, 'min')
  return inTwo(`${Math.floor(hours / 24)} d`, hours % 24, 'h')
}

/** The time of day in UTC, e.g. 14:02. */
export function formatClock(at: UnixSeconds): string {
  return new Date(at * 1000).toISOString().slice(11, 16)
}

function inTwo(great: string, less: number, unit: string): string {
  return less === 0 ? great : `${great} ${less} ${unit}`
}
