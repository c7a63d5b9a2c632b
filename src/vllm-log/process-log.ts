import { type UnixSeconds, unixSeconds } from '../domain/time.ts'
import { createBursts } from './bursts.ts'
import type { Failure } from './failure.ts'
import type { LogLine } from './line.ts'
import type { LogReading, LoggedStats } from './log-reading.ts'
import { type LogClock, momentOfLine } from './moment-of-line.ts'
import { type Message, type SlowSetting, parseMessage } from './parse-message.ts'

/** The log of one process and those below it. */
export interface ProcessLog {
  readonly take: (line: LogLine) => void
  readonly end: () => LogReading
}

/** Two beginnings within it are of two servers, not of one that was ended. */
const LEAST_START_SECONDS = 10

const CUT: Failure = { kind: 'start_cut', words: 'a start ended without a word before it served' }

export function createProcessLog({ zone, reference }: LogClock): ProcessLog {
  const bursts = createBursts()
  const stats: LoggedStats[] = []
  const serving: UnixSeconds[] = []
  const compiled: UnixSeconds[] = []
  const adapters: UnixSeconds[] = []
  const aborted: UnixSeconds[] = []
  let slowSettings: Set<SlowSetting> | undefined
  const clocks = new Set<'collector' | 'logger'>()
  let lines = 0
  let first: number | undefined
  let last: number | undefined
  let now: UnixSeconds | undefined
  let isStarting = false
  /** When the start that goes on began, as long as nothing failed in it. */
  let begun: UnixSeconds | undefined
  let phase: LogReading['phase']
  let isWithoutStats = false
  let preempted: number | undefined

  function take(line: LogLine): void {
    lines++
    const time = momentOfLine(line, { zone, reference })
    if (time !== undefined) {
      clocks.add(time.clock)
      now = time.at
      first = Math.min(first ?? now, now)
      last = Math.max(last ?? now, now)
    }
    const message = parseMessage(line)
    // A line without a time was written about when the one before it was; before the first time it is of no use.
    if (message !== undefined && now !== undefined) heed(message, now, line.process)
  }

  function heed(message: Message, at: UnixSeconds, process: string | undefined): void {
    switch (message.kind) {
      case 'stats':
        stats.push({ at, ...message.stats })
        isStarting = false
        phase = undefined
        return
      case 'failure':
        begun = undefined
        // While a model is loaded and compiled its workers keep their executor waiting.
        if (message.failure.kind === 'worker_hang' && isStarting) return
        phase = undefined
        return bursts.failed(at, message.failure)
      case 'error':
        begun = undefined
        phase = undefined
        return bursts.erred(at, { exception: message.exception, process })
      case 'symptom':
        begun = undefined
        phase = undefined
        return bursts.reportedDead(at)
      case 'phase':
        if (message.phase === undefined) phase = undefined
        else if (phase?.name !== message.phase) phase = { name: message.phase, since: at }
        return
      case 'starting':
        isStarting = true
        if (message.isBeginning) {
          phase = undefined
          slowSettings = new Set()
        }
        if (message.setting !== undefined) slowSettings = new Set(slowSettings).add(message.setting)
        return message.isBeginning ? begin(at) : undefined
      case 'serving':
        isStarting = false
        begun = undefined
        phase = undefined
        serving.push(at)
        return bursts.served()
      case 'stats_disabled':
        isWithoutStats = true
        return
      case 'adapter_loaded':
        adapters.push(at)
        return
      case 'kernel_compiled':
        compiled.push(at)
        return
      case 'aborted':
        aborted.push(at)
        return
      case 'slow_setting':
        slowSettings = new Set(slowSettings).add(message.setting)
        return
      case 'preempted':
        preempted = message.total
        return
      default:
        message satisfies never
    }
  }

  /** A start that follows one which neither served nor failed: somebody ended that one. */
  function begin(at: UnixSeconds): void {
    if (begun !== undefined && at - begun >= LEAST_START_SECONDS) bursts.failed(at, CUT)
    begun = at
  }

  return {
    take,
    end: () => ({
      lines,
      ...(first !== undefined && { first: unixSeconds(first) }),
      ...(last !== undefined && { last: unixSeconds(last) }),
      clock: clocks.size === 2 ? 'both' : ([...clocks][0] ?? 'none'),
      stats: stats.toSorted((one, other) => one.at - other.at),
      bursts: bursts.all(),
      serving,
      compiled,
      adapters,
      aborted,
      ...(slowSettings !== undefined && { slowSettings: [...slowSettings] }),
      isStarting,
      ...(phase !== undefined && { phase }),
      isWithoutStats,
      ...(preempted !== undefined && { preempted }),
    }),
  }
}
