import { createRfc3339Clock } from '../scan/byte-clock.ts'
import type { Chunk } from '../scan/chunk.ts'

/** Lines by the times that the node wrote before them, in Unix seconds. */
export interface LogPart {
  readonly from: number
  /** This time is not in it; everything to the end where it is Infinity. */
  readonly until: number
}

/** The times of lines that came, as far as they were looked at. */
export interface LinesSeen {
  first?: number
  last?: number
}

/** The lines of a part: what stands before it is left out, and behind it nothing more is asked for. */
export async function* linesOfPart(
  chunks: AsyncIterable<Chunk>,
  { from, until }: LogPart,
  seen: LinesSeen,
): AsyncGenerator<Chunk, void, undefined> {
  const clock = createRfc3339Clock()
  /** NaN before a line without a time, which belongs to the one before it. */
  const timeAt = ({ view }: Chunk, at: number): number => (clock.read(view, at) < 0 ? Number.NaN : clock.at)
  let isBefore = true
  for await (const chunk of chunks) {
    let { start, end } = chunk
    seen.first ??= timeAt(chunk, start)
    while (isBefore && start < end) {
      isBefore = timeAt(chunk, start) < from
      if (isBefore) start = lineAfter(chunk, start)
    }
    const isPast = timeAt(chunk, lastLine(chunk, start)) >= until
    if (isPast) {
      end = start
      while (end < chunk.end && !(timeAt(chunk, end) >= until)) end = lineAfter(chunk, end)
    }
    if (start < end) {
      seen.last = timeAt(chunk, lastLine({ ...chunk, end }, start))
      yield { ...chunk, start, end }
    }
    if (isPast) return
  }
}

function lineAfter({ bytes }: Chunk, at: number): number {
  return bytes.indexOf(0x0a, at) + 1
}

function lastLine({ bytes, end }: Chunk, start: number): number {
  return Math.max(start, bytes.lastIndexOf(0x0a, end - 2) + 1)
}
