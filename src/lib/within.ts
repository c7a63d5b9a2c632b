import { setMaxListeners } from 'node:events'
import { type Clock, systemClock } from './clock.ts'

export type Within = <Value>(
  milliseconds: number,
  outer: AbortSignal | readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<Value>,
) => Promise<Value>

/**
 * Does something that ends in time: its signal aborts then, or when an outer one does.
 *
 * Node 20 forgets an `AbortSignal.timeout` that nothing but an `AbortSignal.any` holds when it collects garbage, and the
 * signal never aborts; a timer of one's own is kept. And each `AbortSignal.any` leaves something behind on the signals
 * it is made of, which adds up on one that lives as long as the process.
 */
export const within: Within = withinBy(systemClock)

/** The same by another clock. */
export function withinBy(clock: Clock): Within {
  return async (milliseconds, outer, work) => {
    const inner = new AbortController()
    const abort = (): void => inner.abort()
    const outers = [outer].flat()
    // As many listen to a deadline as there are questions at once, and each takes its listener back.
    setMaxListeners(0, ...outers)
    const cancel = clock.after(milliseconds / 1000, abort)
    for (const one of outers) one.addEventListener('abort', abort, { once: true })
    if (outers.some(({ aborted }) => aborted)) abort()
    try {
      return await work(inner.signal)
    } finally {
      cancel()
      for (const one of outers) one.removeEventListener('abort', abort)
    }
  }
}
