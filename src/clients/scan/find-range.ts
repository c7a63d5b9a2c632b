import type { UnixSeconds } from '../../domain/time.ts'

/** Asked for the time of the first line that begins at a place or behind it; undefined where none tells one. */
export type TimeAt = (at: number) => Promise<number | undefined>

export interface Range {
  readonly from: number
  readonly to: number
}

export interface RangeSearch {
  readonly size: number
  readonly timeAt: TimeAt
  readonly start: UnixSeconds
  readonly end: UnixSeconds
  /** By how many seconds a line may stand before one that is older. */
  readonly slack: number
}

/** Near enough: reading a little too much costs less than another look. */
const NEAR_BYTES = 1024 * 1024

/**
 * Which part of an ordered file holds the lines of a time, by looking half-way, then half-way of that, and so on.
 * Undefined where the looks show that the file is not ordered, or tell no times.
 */
export async function findRange({ size, timeAt, start, end, slack }: RangeSearch): Promise<Range | undefined> {
  // Both ends are looked for by way of the same places until they part.
  const seen = new Map<number, number | undefined>()

  async function timeOf(at: number): Promise<number | undefined> {
    const time = seen.has(at) ? seen.get(at) : await timeAt(at)
    seen.set(at, time)
    return time
  }

  /** Where the lines of a moment are; a stretch without times counts as after it (`later`) or as before it. */
  async function placeOf(moment: number, silence: 'later' | 'earlier'): Promise<Range> {
    let [from, to] = [0, size]
    while (to - from > NEAR_BYTES) {
      const middle = Math.floor((from + to) / 2)
      const time = await timeOf(middle)
      const isLater = time === undefined ? silence === 'later' : time > moment
      if (isLater) to = middle
      else from = middle
    }
    return { from, to }
  }

  if ((await timeOf(0)) === undefined) return undefined
  const { from } = await placeOf(start - slack, 'later')
  const { to } = await placeOf(end + slack, 'earlier')
  return isOrdered(seen, slack) && from <= to ? { from, to } : undefined
}

function isOrdered(seen: ReadonlyMap<number, number | undefined>, slack: number): boolean {
  let latest = -Infinity
  for (const [, time] of [...seen].toSorted(([one], [other]) => one - other)) {
    if (time === undefined) continue
    if (time < latest - slack) return false
    latest = Math.max(latest, time)
  }
  return true
}
