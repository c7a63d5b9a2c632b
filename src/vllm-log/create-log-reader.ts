import { createLineParser } from './parse-line.ts'
import type { LogLine } from './line.ts'
import type { LogReading } from './log-reading.ts'
import type { LogClock } from './moment-of-line.ts'
import { type ProcessLog, createProcessLog } from './process-log.ts'

export interface LogReader {
  /** One line as it stands in the file. */
  readonly write: (raw: string) => void
  /** One reading for each pod or service that the collector names; one in all where it names none. */
  readonly end: () => readonly LogReading[]
}

/** More instances than anyone collects into one file. */
const MOST_PODS = 256

/** Reads the lines of one log in their order. */
export function createLogReader(options: LogClock): LogReader {
  const parse = createLineParser()
  const logs = new Map<string, ProcessLog>()
  let current = ''

  /** A line that lost its prefix belongs to where the one before it came from; a name alone, as in `a | b`, is none. */
  function logOf({ pod, hasHead = false, process }: LogLine): ProcessLog | undefined {
    if (pod !== undefined && (logs.has(pod) || hasHead || process !== undefined)) current = pod
    const known = logs.get(current)
    if (known !== undefined || logs.size >= MOST_PODS) return known
    const log = createProcessLog(options)
    logs.set(current, log)
    return log
  }
  return {
    write: (raw) => {
      for (const line of parse(raw)) logOf(line)?.take(line)
    },
    end: () => {
      const readings = [...logs].map(([pod, log]) => ({ ...log.end(), ...(pod !== '' && { pod }) }))
      // What came before the first prefix is somebody's banner.
      const named = readings.filter(({ pod, stats, bursts }) => pod !== undefined || stats.length + bursts.length > 0)
      return named.length === 0 ? readings.slice(0, 1) : named
    },
  }
}
