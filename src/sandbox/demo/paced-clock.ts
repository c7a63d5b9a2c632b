import type { Clock } from '../../lib/clock.ts'

/** A clock that runs faster than the machine's while a story moves. */
export interface PacedClock extends Clock {
  readonly speed: () => number
  /** From now on so many seconds pass in one; what waits is called at its time by the new speed. */
  readonly setSpeed: (speed: number) => void
}

interface Waiting {
  readonly at: number
  readonly task: () => void
  timer: NodeJS.Timeout | undefined
}

const LONGEST_TIMER_MS = 2_147_483_647

/** Begins at the machine's time, at its speed. */
export function createPacedClock(machineNow: () => number = () => Date.now() / 1000): PacedClock {
  const waiting = new Set<Waiting>()
  let speed = 1
  let told = { simulated: machineNow(), machine: machineNow() }

  function now(): number {
    return told.simulated + (machineNow() - told.machine) * speed
  }
  function arm(one: Waiting): void {
    clearTimeout(one.timer)
    const delay = Math.max(0, ((one.at - now()) / speed) * 1000)
    one.timer = setTimeout(() => ring(one), Math.min(delay, LONGEST_TIMER_MS))
  }
  function ring(one: Waiting): void {
    if (one.at - now() > speed / 1000) {
      arm(one)
      return
    }
    waiting.delete(one)
    one.task()
  }
  return {
    now,
    after: (delaySeconds, task) => {
      const one: Waiting = { at: now() + Math.max(0, delaySeconds), task, timer: undefined }
      waiting.add(one)
      arm(one)
      return () => {
        clearTimeout(one.timer)
        waiting.delete(one)
      }
    },
    speed: () => speed,
    setSpeed: (wanted) => {
      told = { simulated: now(), machine: machineNow() }
      speed = wanted
      for (const one of waiting) arm(one)
    },
  }
}
