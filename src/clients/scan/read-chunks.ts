import { type Chunk, PADDING } from './chunk.ts'

/** Where bytes come from: gives how many it has put into the buffer, 0 at the end. */
export type Fill = (into: Uint8Array) => Promise<number>

/** Large enough that the work between two reads outweighs the waiting. */
export const CHUNK_BYTES = 2 * 1024 * 1024
/** No access line is longer; of a longer line the beginning is forgotten. */
export const MOST_OF_LINE = 1024 * 1024

interface Buffer {
  readonly bytes: Uint8Array
  readonly view: DataView
}

export interface ChunkOptions {
  readonly chunkBytes?: number
  /** The beginning of a line that goes on in the first bytes. */
  readonly before?: Uint8Array
  /** Whether the text goes on behind the last bytes, so that a line without an end is left out. */
  readonly goesOn?: boolean
}

/**
 * Whole lines in large pieces; while one is looked at, the next one is read. A last line without an end gets one. What a
 * file has of NULs, since somebody cut it while its writer went on where it was, is nobody's line.
 */
export async function* readChunks(
  fill: Fill,
  { chunkBytes = CHUNK_BYTES, before = new Uint8Array(0), goesOn = false }: ChunkOptions = {},
): AsyncGenerator<Chunk, void, undefined> {
  let [current, spare] = [createBuffer(chunkBytes), createBuffer(chunkBytes)]
  const read = (buffer: Buffer): Promise<number> => settled(fill, buffer.bytes.subarray(MOST_OF_LINE, -PADDING))
  let rest = before.length
  current.bytes.set(before, MOST_OF_LINE - rest)
  let pending = read(current)
  for (;;) {
    const length = await pending
    const { bytes, view } = current
    const start = MOST_OF_LINE - rest
    if (length === 0) {
      if (rest > 0 && !goesOn) {
        bytes[MOST_OF_LINE] = 0x0a
        yield { bytes, view, start, end: MOST_OF_LINE + 1 }
      }
      return
    }
    pending = read(spare)
    const stop = MOST_OF_LINE + length
    const end = bytes.lastIndexOf(0x0a, stop - 1) + 1
    if (end > start) yield { bytes, view, start, end }
    rest = keepRest(current, { from: Math.max(end, start), to: stop }, spare)
    ;[current, spare] = [spare, current]
  }
}

function createBuffer(chunkBytes: number): Buffer {
  const bytes = new Uint8Array(MOST_OF_LINE + chunkBytes + PADDING)
  return { bytes, view: new DataView(bytes.buffer) }
}

/** A read that fails is known when it is waited for, and not before. */
function settled(fill: Fill, into: Uint8Array): Promise<number> {
  const reading = fill(into)
  reading.catch(() => undefined)
  return reading
}

/** Puts the beginning of a line before what is read next; gives its length. */
function keepRest(from: Buffer, at: { readonly from: number; readonly to: number }, into: Buffer): number {
  const rest = restOf(from.bytes.subarray(at.from, at.to))
  into.bytes.set(rest, MOST_OF_LINE - rest.length)
  return rest.length
}

/** Of the bytes before a place, the beginning of the line that goes on there. */
export function restOf(before: Uint8Array): Uint8Array {
  const nul = before.lastIndexOf(0)
  const line = before.subarray(Math.max(nul + 1, before.length - MOST_OF_LINE))
  return line.subarray(line.lastIndexOf(0x0a) + 1)
}
