import { constants } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import type { UnixSeconds } from '../../domain/time.ts'
import type { Zone } from '../../domain/wall-clock.ts'
import type { AccessFormat } from '../access-line.ts'
import { expandPath } from '../../lib/expand-path.ts'
import { MOST_OF_LINE, readChunks } from './read-chunks.ts'
import { type LineRules, type RequestCounts, createRequestCounts } from './request-counts.ts'
import { type TextScan, createTextScan } from './text-scan.ts'
import { createUnderstood } from './understood.ts'

export interface FollowOptions {
  readonly paths: readonly string[]
  readonly rules: LineRules
  readonly hasTrust: boolean
  readonly zone: Zone
  readonly format?: AccessFormat
}

export interface Follower {
  /** Reads what was written since the last look, or since the first one, and gives it counted. */
  readonly look: (now: UnixSeconds) => Promise<RequestCounts>
  readonly close: () => Promise<void>
}

/** A file that is followed: also once its name is another's. */
interface Followed {
  readonly scan: TextScan
  readonly handle: FileHandle
  readonly inode: number
  /** Up to here it was read; the beginning of a line that is not ended yet is read again. */
  at: number
}

/** More than this at one look is not live: the rest follows at the next one. */
const MOST_AT_ONCE = 64 * 1024 * 1024
const CHUNK_BYTES = 256 * 1024

/** Follows files as they grow, are cut, rotated and made. What they held at the first look is left out. */
export function createFollower(options: FollowOptions): Follower {
  const followed = new Map<string, Followed>()
  let isFirst = true

  let current = createRequestCounts({}, options.rules)
  /** Whatever is counted goes into the counts of the look that goes on. */
  const counts: RequestCounts = {
    get addresses() {
      return current.addresses
    },
    get others() {
      return current.others
    },
    count: (line) => current.count(line),
    pack: () => current.pack(),
    merge: (other) => current.merge(other),
  }

  async function look(now: UnixSeconds): Promise<RequestCounts> {
    current = createRequestCounts({}, options.rules)
    const paths = (await Promise.all(options.paths.map(expandPath))).flat()
    for (const path of paths) {
      try {
        await lookAt(path, now)
      } catch (error) {
        // Gone, or not ours to read: whoever asks is told by the scan.
        if (!(error instanceof Error && 'code' in error)) throw error
      }
    }
    isFirst = false
    return current
  }

  async function lookAt(path: string, now: UnixSeconds): Promise<void> {
    const known = followed.get(path)
    const { ino, size } = await stat(path)
    if (known !== undefined && known.inode !== ino) {
      // What was written under the old name until then.
      await readOn(known)
      await known.handle.close()
      followed.delete(path)
    }
    const own = followed.get(path) ?? (await begin(path, now))
    followed.set(path, own)
    if (size < own.at) own.at = 0
    await readOn(own)
  }

  async function begin(path: string, now: UnixSeconds): Promise<Followed> {
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const stats = await handle.stat()
    const clock = { zone: options.zone, reference: now }
    const scan = createTextScan({ ...options, clock, counts, understood: createUnderstood() })
    return { handle, scan, inode: stats.ino, at: isFirst ? stats.size : 0 }
  }

  return {
    look,
    close: async () => {
      await Promise.all([...followed.values()].map(({ handle }) => handle.close()))
      followed.clear()
    },
  }
}

/** Reads whole lines only; the time of a line without an end is yet to come. */
async function readOn(file: Followed): Promise<void> {
  const { size } = await file.handle.stat()
  const stop = Math.min(size, file.at + MOST_AT_ONCE)
  const end = await lastLineEnd(file, stop)
  if (end <= file.at) return
  let at = file.at
  const fill = async (into: Uint8Array): Promise<number> => {
    const length = Math.min(into.length, end - at)
    if (length <= 0) return 0
    const { bytesRead } = await file.handle.read(into, 0, length, at)
    at += bytesRead
    return bytesRead
  }
  for await (const chunk of readChunks(fill, { chunkBytes: CHUNK_BYTES })) file.scan.take(chunk)
  file.at = end
}

/** Where the last whole line before `stop` ends; a line of more than any access line's length is given up. */
async function lastLineEnd({ handle, at }: Followed, stop: number): Promise<number> {
  const length = Math.min(MOST_OF_LINE, stop - at)
  if (length <= 0) return at
  const { bytesRead, buffer } = await handle.read(new Uint8Array(length), 0, length, stop - length)
  const end = buffer.subarray(0, bytesRead).lastIndexOf(0x0a) + 1
  if (end > 0) return stop - length + end
  return length === MOST_OF_LINE ? stop : at
}
