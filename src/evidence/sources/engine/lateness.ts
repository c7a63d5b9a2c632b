import { type Seconds, seconds } from '../../../domain/time.ts'
import type { Clock } from '../../../lib/clock.ts'

/** How late tasks of whyslow's own came to their turn. */
export interface Lateness {
  /** Together, since it is measured. */
  readonly lost: () => Seconds
  readonly stop: () => void
}

/** Sets itself a task again and again, and sums up by how much each is late: so long nobody was heard. */
export function measureLateness(clock: Clock, every: Seconds): Lateness {
  let sum = 0
  let due = 0
  let cancel = (): void => undefined
  const overdue = (): number => Math.max(0, clock.now() - due)

  function schedule(): void {
    due = clock.now() + every
    cancel = clock.after(every, () => {
      sum += overdue()
      schedule()
    })
  }
  schedule()
  return { lost: () => seconds(sum + overdue()), stop: () => cancel() }
}

/** Part of a time limit that may be lost before whoever did not answer in it cannot be blamed. */
const BUSY = 0.2
const PARTS = 8

/** Does something, and says whether whyslow itself was late for a good part of the time limit meanwhile. */
export async function noticingLateness<Value>(
  clock: Clock,
  limit: Seconds,
  work: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly wasBusy: boolean }> {
  const lateness = measureLateness(clock, seconds(limit / PARTS))
  try {
    const value = await work()
    return { value, wasBusy: lateness.lost() > limit * BUSY }
  } finally {
    lateness.stop()
  }
}
