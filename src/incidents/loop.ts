import type { Clock } from '../lib/clock.ts'

export interface LoopOptions {
  readonly clock: Clock
  /** Starts what can be started and resolves to the time at which to look again without being woken. Never rejects. */
  readonly look: () => Promise<number>
}

/** Looks when woken and when time comes, one look at a time, and keeps track of what the looks have started. */
export interface Loop {
  start(): void
  wake(): void
  /** Counts `work` as under way until it has settled, then looks again. */
  track(work: Promise<void>): void
  isStopped(): boolean
  /** Looks no more and waits for what is under way, no longer than `withinSeconds`. */
  stop(withinSeconds: number): Promise<void>
}

export function createLoop({ clock, look }: LoopOptions): Loop {
  const underWay = new Set<Promise<void>>()
  let current = Promise.resolve()
  let isStopped = true
  let isLooking = false
  let isAsked = false
  let cancelTimer = (): void => undefined

  function wake(): void {
    isAsked = true
    if (isLooking || isStopped) return
    isLooking = true
    current = lookWhileAsked()
  }

  async function lookWhileAsked(): Promise<void> {
    for (;;) {
      if (!isAsked || isStopped) break
      isAsked = false
      cancelTimer()
      const nextAt = await look()
      if (nextAt !== Infinity && !isStopped) cancelTimer = clock.after(Math.max(nextAt - clock.now(), 0), wake)
    }
    isLooking = false
  }

  async function settle(): Promise<void> {
    await current
    await Promise.allSettled(underWay)
  }

  return {
    start: () => {
      isStopped = false
      wake()
    },
    wake,
    track: (work) => {
      underWay.add(work)
      const end = (): void => {
        underWay.delete(work)
        wake()
      }
      work.then(end, end)
    },
    isStopped: () => isStopped,
    stop: async (withinSeconds) => {
      isStopped = true
      cancelTimer()
      let cancelLimit = (): void => undefined
      const limit = new Promise<void>((resolve) => {
        cancelLimit = clock.after(withinSeconds, resolve)
      })
      await Promise.race([settle(), limit])
      cancelLimit()
    },
  }
}
