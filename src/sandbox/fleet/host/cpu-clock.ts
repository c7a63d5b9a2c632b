/** Processor time of a process that can use one core, such as a Python event loop. */
export interface CpuClock {
  /** Seconds used up to `readAt`. */
  seconds: number
  /** Work that came in since; what one core could not do by the next look was waiting, not computing. */
  pending: number
  readAt: number
}

/** What starting and loading took. */
const START_SECONDS = 14
/** What an idle server uses of a core. */
const IDLE_SHARE = 0.012

export function createCpuClock(at: number): CpuClock {
  return { seconds: START_SECONDS, pending: 0, readAt: at }
}

export function readCpuClock(clock: CpuClock, at: number): number {
  const passed = Math.max(0, at - clock.readAt)
  clock.seconds += Math.min(passed, clock.pending + passed * IDLE_SHARE)
  clock.pending = passed > 0 ? 0 : clock.pending
  clock.readAt = Math.max(clock.readAt, at)
  return clock.seconds
}
