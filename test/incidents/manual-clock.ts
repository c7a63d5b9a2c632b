import type { Clock } from '../../src/lib/clock.ts'

interface Timer {
  readonly at: number
  readonly task: () => void
}

/** A clock that stands until it is turned; tasks run when their time is reached, each after the work of the one before. */
export function createManualClock(start = 10_000) {
  let now = start
  const timers = new Set<Timer>()

  const clock: Clock = {
    now: () => now,
    after: (delaySeconds, task) => {
      const timer = { at: now + delaySeconds, task }
      timers.add(timer)
      return () => timers.delete(timer)
    },
  }

  async function advance(by: number): Promise<void> {
    const until = now + by
    await rest()
    for (;;) {
      const next = [...timers].filter(({ at }) => at <= until).toSorted((left, right) => left.at - right.at)[0]
      if (next === undefined) break
      timers.delete(next)
      now = Math.max(now, next.at)
      next.task()
      await rest()
    }
    now = until
    await rest()
  }

  return { clock, advance, rest }
}

/** Lets everything that is not waiting for time come to rest. The store's work is synchronous underneath: a few turns do. */
export async function rest(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
