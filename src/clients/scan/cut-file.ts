import type { LineClock } from '../access-line.ts'
import { createLineReader } from '../read-line.ts'
import type { Range } from './find-range.ts'
import type { OpenFile } from './open-bytes.ts'
import type { Learnt } from './text-scan.ts'

export interface CutOptions {
  readonly part: Range
  readonly count: number
  readonly chunkBytes: number
  readonly clock: LineClock
  readonly learnt: Learnt
}

/** Lines enough to see whether one in pieces goes on, which collectors cut at 16 KiB. */
const LOOK_BYTES = 40 * 1024
const MOST_LOOKS = 8

/** Cuts a part of a file into ranges of whole chunks, if possible where no line in pieces goes on. */
export async function cutFile(file: Pick<OpenFile, 'readAt'>, options: CutOptions): Promise<readonly Range[]> {
  const { part, count, chunkBytes } = options
  const chunks = Math.ceil((part.to - part.from) / chunkBytes)
  const cuts = [part.from]
  for (let index = 1; index < count; index++) {
    const at = await cutNear(part.from + Math.round((chunks * index) / count) * chunkBytes)
    if (at > (cuts.at(-1) ?? 0) && at < part.to) cuts.push(at)
  }
  return cuts.map((from, index) => ({ from, to: cuts[index + 1] ?? part.to }))

  async function cutNear(wanted: number): Promise<number> {
    for (let look = 0; look < MOST_LOOKS; look++) {
      const at = wanted + look * chunkBytes
      if (at >= part.to || !(await isInPieces(at))) return at
    }
    return wanted
  }

  async function isInPieces(at: number): Promise<boolean> {
    const from = Math.max(part.from, at - LOOK_BYTES)
    const bytes = new Uint8Array(at - from)
    const lines = new TextDecoder().decode(bytes.subarray(0, await file.readAt(bytes, from))).split('\n')
    const reader = createLineReader(options.clock)
    for (const line of lines.slice(1, -1)) reader.read(line, options.learnt.detection.formats)
    return reader.hasPieces()
  }
}
