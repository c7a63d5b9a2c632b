import type { UnixSeconds } from '../domain/time.ts'
import type { LogLine } from './line.ts'
import { type Zone, momentOf } from '../domain/wall-clock.ts'

/** How a logger's clock is to be read. */
export interface LogClock {
  /** The zone in which vLLM's logger writes. */
  readonly zone: Zone
  /** When the log was last written to, which gives the year. */
  readonly reference: UnixSeconds
}

export interface LineTime {
  readonly at: UnixSeconds
  readonly clock: 'collector' | 'logger'
}

/** When a line was written: by its collector's word, else by the clock its logger went by; undefined where neither is there. */
export function momentOfLine({ collectedAt, writtenAt }: LogLine, { zone, reference }: LogClock): LineTime | undefined {
  if (collectedAt !== undefined) return { at: collectedAt, clock: 'collector' }
  const at = writtenAt === undefined ? undefined : momentOf(writtenAt, zone, reference)
  return at === undefined ? undefined : { at, clock: 'logger' }
}
