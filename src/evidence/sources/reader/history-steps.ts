import { type Seconds, type UnixSeconds, earlier, elapsed, minutes, seconds } from '../../../domain/time.ts'
import type { Window } from '../../../domain/window.ts'

/** As many as a phone's screen can tell apart, and as a server answers at once for a thousand instances. */
const MOST_STEPS = 120
/** The usual interval of scrapes: between two of them nothing is new. */
const SCRAPE = seconds(15)
/** A rate needs two scrapes, and they may be a minute apart. */
const SHORTEST_RANGE = minutes(2)

/** The times at which a history is read, the oldest first; the last is the window's end. */
export function stepsOf({ start, end }: Window): readonly UnixSeconds[] {
  const step = Math.max(1, Math.ceil(elapsed(start, end) / (MOST_STEPS - 1) / SCRAPE)) * SCRAPE
  const count = Math.floor(elapsed(start, end) / step) + 1
  return Array.from({ length: count }, (_, index) => earlier(end, seconds((count - 1 - index) * step)))
}

/** What lies between two of the times. */
export function stepOf([first, second]: readonly UnixSeconds[]): Seconds {
  return first === undefined || second === undefined ? SCRAPE : elapsed(first, second)
}

/** How much time each number speaks of: all of it since the one before, and no less than a rate needs. */
export function rangeOf(times: readonly UnixSeconds[]): Seconds {
  return seconds(Math.max(SHORTEST_RANGE, stepOf(times)))
}
