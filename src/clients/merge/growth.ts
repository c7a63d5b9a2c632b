import { type UnixSeconds, later, seconds } from '../../domain/time.ts'
import type { QueueOnset } from './engine-load.ts'
import { GREW_TIMES, LONGEST_LEAD } from './thresholds.ts'

/** Requests by minute over a time that begins before the trouble. */
export interface Minutes {
  readonly start: UnixSeconds
  readonly counts: readonly number[]
}

/** When a client's requests became more: at a minute, or before all that were read. */
export type Growth =
  | { readonly kind: 'at'; readonly at: UnixSeconds }
  | { readonly kind: 'earlier'; readonly than: UnixSeconds }

const MINUTE = 60
/** Minutes that must hold together what one lively minute alone would not. */
const SUSTAINED = 3

/** The first minute from which its requests stand nearer to now than to before; undefined where they are not much more. */
export function growthOf(
  { start, counts }: Minutes,
  rates: { readonly before: number; readonly now: number },
): Growth | undefined {
  const { before, now } = rates
  if (now < before * GREW_TIMES || now <= 0) return undefined
  const half = ((before + now) / 2) * MINUTE
  const index = counts.findIndex((count, at) => {
    const next = counts.slice(at, at + SUSTAINED)
    return count >= half && next.reduce((sum, one) => sum + one, 0) >= half * next.length
  })
  if (index === -1) return undefined
  return index === 0 ? { kind: 'earlier', than: start } : { kind: 'at', at: later(start, seconds(index * MINUTE)) }
}

export type Order = 'before' | 'after' | 'unknown'

/**
 * Whether a client began before requests waited, or only then. A log is written at a request's end at the latest, so
 * what it shows before the queue was before it; what it shows after may have been as much earlier as a request takes.
 * What was borne for long is not why requests began to wait.
 *
 * @param lag seconds by which the source's times may be late
 */
export function orderOf(growth: Growth | undefined, queue: QueueOnset | undefined, lag: number): Order {
  if (growth === undefined || queue === undefined) return 'unknown'
  const grewBy = growth.kind === 'earlier' ? growth.than : growth.at
  if (queue.from !== undefined && grewBy <= queue.from) {
    return queue.from - grewBy <= LONGEST_LEAD ? 'before' : 'unknown'
  }
  return growth.kind === 'at' && growth.at - lag > queue.to ? 'after' : 'unknown'
}
