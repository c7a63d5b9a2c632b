import type { UnixSeconds } from '../../domain/time.ts'

/** As many as fit beneath one another's neighbours on a phone. */
const MOST = 6
const MINUTES = [0.25, 0.5, 1, 2, 5, 10, 15, 20, 30, 60, 120, 180, 360, 720, 1440, 2880, 10_080]
const MINUTE = 60
const DAY = 86_400

/** From where to where is drawn. */
export interface TimeSpan {
  readonly first: UnixSeconds
  readonly last: UnixSeconds
}

/** The round times between the first and the last, in milliseconds. */
export function timeTicks({ first, last }: TimeSpan): readonly number[] {
  const step = stepOf({ first, last })
  const begin = Math.ceil(first / step)
  const count = Math.max(0, Math.floor(last / step) - begin + 1)
  return Array.from({ length: count }, (_, index) => (begin + index) * step * 1000)
}

/** As much of a tick's time as tells it from its neighbours. */
export function tickText(milliseconds: number, span: TimeSpan): string {
  const iso = new Date(milliseconds).toISOString().replace('T', ' ')
  if (span.last - span.first > DAY) return iso.slice(5, 16)
  return stepOf(span) < MINUTE ? iso.slice(11, 19) : iso.slice(11, 16)
}

/** Seconds from tick to tick. */
function stepOf({ first, last }: TimeSpan): number {
  return MINUTE * (MINUTES.find((minutes) => last - first <= MOST * minutes * MINUTE) ?? 10_080)
}
