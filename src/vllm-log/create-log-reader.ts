import { type UnixSeconds, unixSeconds } from '../domain/time.ts'
import { type Burst, createBursts } from './bursts.ts'
import { createLineParser } from './parse-line.ts'
import type { LogLine } from './line.ts'
import { parseMessage } from './parse-message.ts'
import type { Stats } from './parse-stats.ts'
import { type Zone, momentOf } from './wall-clock.ts'

export interface LogReaderOptions {
  /** The zone in which vLLM's logger writes. */
  readonly zone: Zone
  /** When the log was last written to, which gives the year. */
  readonly reference: UnixSeconds
}

/** Stats of a moment. */
export interface LoggedStats extends Stats {
  readonly at: UnixSeconds
}

/** What one process' log says; all that is not named here was dropped when it was read. */
export interface LogReading {
  readonly lines: number
  /** When the first and the last line were written, as far as lines tell. */
  readonly first?: UnixSeconds
  readonly last?: UnixSeconds
  /** Whose clock the times are of: the collector's is absolute, the logger's has no year and no zone. */
  readonly clock: 'collector' | 'logger' | 'both' | 'none'
  readonly stats: readonly LoggedStats[]
  readonly bursts: readonly Burst[]
  /** When it began to serve, as often as that was. */
  readonly serving: readonly UnixSeconds[]
  /** It began to start and has not come to serve since. */
  readonly isStarting: boolean
  /** Stats are not written at all where there are several API servers. */
  readonly isWithoutStats: boolean
  /** Requests that V0 had evicted since its start. */
  readonly preempted?: number
  /** Pods or services named by the collector. */
  readonly pods: readonly string[]
}

export interface LogReader {
  /** One line as it stands in the file. */
  readonly write: (raw: string) => void
  readonly end: () => LogReading
}

/** Reads the lines of one log in their order. */
export function createLogReader({ zone, reference }: LogReaderOptions): LogReader {
  const parse = createLineParser()
  const bursts = createBursts()
  const stats: LoggedStats[] = []
  const serving: UnixSeconds[] = []
  const pods = new Set<string>()
  const clocks = new Set<'collector' | 'logger'>()
  let lines = 0
  let first: number | undefined
  let last: number | undefined
  let now: UnixSeconds | undefined
  let isStarting = false
  let isWithoutStats = false
  let preempted: number | undefined

  function timeOf({ collectedAt, writtenAt }: LogLine): UnixSeconds | undefined {
    if (collectedAt !== undefined) {
      clocks.add('collector')
      return collectedAt
    }
    const at = writtenAt === undefined ? undefined : momentOf(writtenAt, zone, reference)
    if (at !== undefined) clocks.add('logger')
    return at
  }

  function take(line: LogLine): void {
    const at = timeOf(line)
    if (at !== undefined) {
      now = at
      first = Math.min(first ?? at, at)
      last = Math.max(last ?? at, at)
    }
    if (line.pod !== undefined && pods.size < MOST_PODS) pods.add(line.pod)
    const message = parseMessage(line)
    // A line without a time of its own was written about when the one before it was; before the first time it is of no use.
    if (message === undefined || now === undefined) return
    switch (message.kind) {
      case 'stats':
        if (at !== undefined) stats.push({ at, ...message.stats })
        isStarting = false
        return
      case 'failure':
        // While a model is compiled or loaded its workers keep their executor waiting.
        if (message.failure.kind === 'worker_hang' && isStarting) return
        return bursts.failed(now, message.failure)
      case 'error':
        return bursts.erred(now, { exception: message.exception, process: line.process })
      case 'symptom':
        return bursts.reportedDead(now)
      case 'starting':
        isStarting = true
        return
      case 'serving':
        isStarting = false
        serving.push(now)
        return bursts.served()
      case 'stopping':
        return
      case 'stats_disabled':
        isWithoutStats = true
        return
      case 'preempted':
        preempted = message.total
        return
      default:
        message satisfies never
    }
  }

  return {
    write: (raw) => {
      lines++
      for (const line of parse(raw)) take(line)
    },
    end: () => ({
      lines,
      ...(first !== undefined && { first: unixSeconds(first) }),
      ...(last !== undefined && { last: unixSeconds(last) }),
      clock: clocks.size === 2 ? 'both' : ([...clocks][0] ?? 'none'),
      stats: stats.toSorted((one, other) => one.at - other.at),
      bursts: bursts.all(),
      serving,
      isStarting,
      isWithoutStats,
      ...(preempted !== undefined && { preempted }),
      pods: [...pods],
    }),
  }
}

/** Names beyond this many tell nothing more. */
const MOST_PODS = 16
