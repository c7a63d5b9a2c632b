import type { UnixSeconds } from '../../domain/time.ts'
import type { Range } from './find-range.ts'
import type { PackedLearnt } from './packed-learnt.ts'
import type { RangeEnd } from './range-reading.ts'
import type { PackedCounts } from './request-counts.ts'
import type { TakeOptions } from './take-all.ts'
import type { Understood } from './understood.ts'

/** Who reads later parts of a file while its first part is read. */
export interface Helpers {
  /** How many there can be at once. */
  readonly count: number
  /** A part of a file that is smaller than this is read sooner without them. */
  readonly leastBytes: number
  /** Told that so many will be needed soon. */
  readonly prepare: (count: number) => void
  readonly open: (job: RangeJob, options: TakeOptions) => Helper
  readonly close: () => Promise<void>
}

/** What a helper has to know of a file. */
export interface RangeJob {
  /** The open file, which all threads of a process share. */
  readonly fd: number
  readonly size: number
  readonly part: Range
  /** How much of it to read at once. */
  readonly chunkBytes: number
  /** A moment near the lines. */
  readonly reference: UnixSeconds
  readonly learnt: PackedLearnt
}

export interface Helper {
  /** @throws HelperError */
  readonly read: (range: Range) => Promise<RangeEnd>
  /** All that was counted; afterwards the helper is free. @throws HelperError */
  readonly handOver: () => Promise<HandedOver>
  /** What it has read is of no use. */
  readonly leave: () => void
}

export interface HandedOver {
  readonly counts: PackedCounts
  readonly understood: Understood
}

/** A helper came to its end before its work did. */
export class HelperError extends Error {
  override readonly name = 'HelperError'
}
