import { constants } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { type UnixSeconds, unixSeconds } from '../../../domain/time.ts'
import { checkFit } from '../../../lib/fit-file.ts'

/** A log that is open, as long as it was when it was opened. */
export interface OpenLog {
  readonly size: number
  /** When it was last written to. */
  readonly writtenAt: UnixSeconds
  /** The bytes from `at` on, fewer than `length` at the end. */
  readonly read: (at: number, length: number) => Promise<Uint8Array>
  readonly close: () => Promise<void>
}

/**
 * Opens a log of any size; a pipe or a device, which may never end, is refused before anything waits for it.
 *
 * @throws UnfitFileError, or as opening a file does
 */
export async function openLog(path: string): Promise<OpenLog> {
  checkFit(await stat(path), Infinity)
  // The path may have become a pipe since: opening one would wait for somebody who writes.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = await handle.stat()
    checkFit(stats, Infinity)
    return {
      size: stats.size,
      writtenAt: unixSeconds(stats.mtimeMs / 1000),
      read: (at, length) => readAt(handle, at, Math.min(length, stats.size - at)),
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function readAt(handle: FileHandle, at: number, length: number): Promise<Uint8Array> {
  if (length <= 0) return new Uint8Array(0)
  const { bytesRead, buffer } = await handle.read(new Uint8Array(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}
