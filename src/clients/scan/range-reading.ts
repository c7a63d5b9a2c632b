import type { Range } from './find-range.ts'
import { type OpenFile, bytesBetween } from './open-bytes.ts'
import { MOST_OF_LINE, readChunks, restOf } from './read-chunks.ts'
import { type TakeOptions, type Taken, takeAll } from './take-all.ts'
import type { TextScan } from './text-scan.ts'

/** What is known once a range was read. */
export interface RangeEnd extends Taken {
  /** Whether another reader that knows the text's beginning alone can go on from here. */
  readonly isAsLearnt: boolean
}

export interface RangeOptions extends TakeOptions {
  /** All of the file that is read: its ranges begin a number of whole chunks after its beginning. */
  readonly part: Range
  readonly chunkBytes: number
}

/** Reads ranges of a file, of which each begins where the one before it ended. A line belongs to the range that it ends in. */
export function createRangeReading(
  file: Pick<OpenFile, 'readAt'>,
  scan: TextScan,
  options: RangeOptions,
): (range: Range) => Promise<RangeEnd> {
  const { part, chunkBytes } = options
  return async ({ from, to }) => {
    const before = await lineBefore(file, from, part.from)
    const { fill } = bytesBetween(file, from, to)
    const chunks = readChunks(fill, { chunkBytes, before, goesOn: to < part.to })
    return { ...(await takeAll(chunks, scan, options)), isAsLearnt: scan.isAsLearnt() }
  }
}

/** The beginning of the line that goes on at a place. */
async function lineBefore(file: Pick<OpenFile, 'readAt'>, at: number, least: number): Promise<Uint8Array> {
  const from = Math.max(least, at - MOST_OF_LINE)
  if (from >= at) return new Uint8Array(0)
  const bytes = new Uint8Array(at - from)
  return restOf(bytes.subarray(0, await file.readAt(bytes, from)))
}
