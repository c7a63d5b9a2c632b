import { type Seconds, seconds } from '../../../domain/time.ts'
import type { Clock } from '../../../lib/clock.ts'
import { measureLateness } from './lateness.ts'

/** Lets so many work at once as whyslow itself can follow. */
export interface Slots {
  /** Waits for a slot, then works; undefined where the signal aborted before there was one. */
  readonly use: <Value>(signal: AbortSignal, work: () => Promise<Value>) => Promise<Value | undefined>
}

export interface SlotsOptions {
  readonly count: number
  /** Who has had a slot for so long while whyslow had time waits for somebody that hangs: the next one may begin. */
  readonly patience: Seconds
  readonly clock: Clock
}

/** Part of the patience that may be lost before whyslow is taken to be busy. */
const BUSY = 0.2
const PARTS = 5

export function createSlots({ count, patience, clock }: SlotsOptions): Slots {
  let free = count
  const queue = new Set<() => void>()

  function passOn(): void {
    const [next] = queue
    if (next === undefined) free++
    else {
      queue.delete(next)
      next()
    }
  }
  function taken(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false)
    if (free > 0) {
      free--
      return Promise.resolve(true)
    }
    return new Promise((resolve) => {
      const begin = (): void => {
        signal.removeEventListener('abort', leave)
        resolve(true)
      }
      const leave = (): void => {
        queue.delete(begin)
        resolve(false)
      }
      queue.add(begin)
      signal.addEventListener('abort', leave, { once: true })
    })
  }
  /** Gives the slot's end, which comes before that of the work where that only waits. */
  function hold(): () => void {
    const lateness = measureLateness(clock, seconds(patience / PARTS))
    let isHeld = true
    let lostBefore = 0
    let cancel = clock.after(patience, look)
    function look(): void {
      const lost = lateness.lost()
      if (lost - lostBefore <= patience * BUSY) end()
      else {
        lostBefore = lost
        cancel = clock.after(patience, look)
      }
    }
    function end(): void {
      if (!isHeld) return
      isHeld = false
      cancel()
      lateness.stop()
      passOn()
    }
    return end
  }
  return {
    use: async (signal, work) => {
      if (!(await taken(signal))) return undefined
      const end = hold()
      try {
        return await work()
      } finally {
        end()
      }
    },
  }
}
