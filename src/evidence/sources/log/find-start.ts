import type { UnixSeconds } from '../../../domain/time.ts'
import { type LogClock, momentOfLine } from '../../../vllm-log/moment-of-line.ts'
import { createLineParser } from '../../../vllm-log/parse-line.ts'
import type { OpenLog } from './open-log.ts'

export interface StartSearch {
  readonly clock: LogClock
  /** What was written before this is not needed. */
  readonly from: UnixSeconds
  /** No more than this is read of the file's end. */
  readonly mostBytes: number
}

/** Several processes write one file, so that lines stand out of order by a little. */
const SLACK_SECONDS = 60
const PROBE_BYTES = 64 * 1024
/** Near enough: reading a little too much costs less than another look. */
const NEAR_BYTES = 256 * 1024

/**
 * Where in a log to begin reading, by looking at the times of lines half-way, then half-way of that, and so on. Within
 * the last `mostBytes`; where no line tells a time, at their beginning.
 */
export async function findStart(log: Pick<OpenLog, 'size' | 'read'>, search: StartSearch): Promise<number> {
  const earliest = Math.max(0, log.size - search.mostBytes)
  let low = earliest
  let high = log.size
  while (high - low > NEAR_BYTES) {
    const middle = Math.floor((low + high) / 2)
    const at = firstTimeIn(await log.read(middle, PROBE_BYTES), search.clock)
    if (at === undefined || at >= search.from - SLACK_SECONDS) high = middle
    else low = middle
  }
  return low
}

function firstTimeIn(bytes: Uint8Array, clock: LogClock): UnixSeconds | undefined {
  const parse = createLineParser()
  // The first line is cut, and so may the last be.
  const lines = new TextDecoder().decode(bytes).split('\n').slice(1, -1)
  for (const line of lines.flatMap(parse)) {
    const time = momentOfLine(line, clock)
    if (time !== undefined) return time.at
  }
  return undefined
}
