import { constants, createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Decompress } from 'fzstd'
import type { Fill } from './read-chunks.ts'

export type Compression = 'none' | 'gzip' | 'zstd'

/** A file as it was when it was opened. */
export interface OpenFile {
  readonly path: string
  readonly size: number
  /** Milliseconds since the epoch. */
  readonly writtenAt: number
  readonly compression: Compression
  readonly fd: number
  /** The bytes from `at` on, as many as there are. */
  readonly readAt: (into: Uint8Array, at: number) => Promise<number>
  readonly close: () => Promise<void>
}

/** Opens a file of any size and looks by its first bytes whether it is compressed. */
export async function openFile(path: string): Promise<OpenFile> {
  // A pipe would wait for somebody who writes.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = await handle.stat()
    if (stats.isDirectory()) throw new NotAFileError('it is a folder')
    if (!stats.isFile()) throw new NotAFileError(NO_FILE)
    return {
      path,
      size: stats.size,
      writtenAt: stats.mtimeMs,
      compression: await compressionOf(handle),
      fd: handle.fd,
      readAt: readsOf((into, at) => handle.read(into, { position: at }), stats.size),
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

type Read = (into: Uint8Array, at: number) => Promise<{ readonly bytesRead: number }>

/** Reads as much as there is: the system may give less at once. */
export function readsOf(read: Read, size: number): OpenFile['readAt'] {
  return async (into, at) => {
    const length = Math.min(into.length, Math.max(0, size - at))
    for (let filled = 0; filled < length;) {
      const { bytesRead } = await read(into.subarray(filled, length), at + filled)
      if (bytesRead === 0) return filled
      filled += bytesRead
    }
    return length
  }
}

export const NO_FILE = 'it is a pipe or a device, no file'

/** A path names something that is not read. */
export class NotAFileError extends Error {
  override readonly name = 'NotAFileError'
}

async function compressionOf(handle: FileHandle): Promise<Compression> {
  const magic = new Uint8Array(4)
  await handle.read(magic, 0, 4, 0)
  return compressionIn(magic)
}

/** RFC 1952, section 2.3.1; RFC 8878, section 3.1.1. @throws NotAFileError for a text that is not of bytes */
export function compressionIn(magic: Uint8Array): Compression {
  const [first, second, third, fourth] = magic
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new NotAFileError('it is UTF-16 text; make UTF-8 of it first: iconv -f UTF-16 -t UTF-8')
  }
  if (first === 0x1f && second === 0x8b) return 'gzip'
  return first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd ? 'zstd' : 'none'
}

/** Bytes that come one after the other. */
export interface ByteStream {
  readonly fill: Fill
  readonly close: () => Promise<void>
}

/** The bytes of a plain file between two places. */
export function bytesBetween(file: Pick<OpenFile, 'readAt'>, from: number, to: number): ByteStream {
  let at = from
  return {
    fill: async (into) => {
      const length = await file.readAt(into.subarray(0, Math.max(0, Math.min(into.length, to - at))), at)
      at += length
      return length
    },
    close: () => Promise.resolve(),
  }
}

/** The text of a compressed file from its beginning. */
export function unpackedFile({ path, compression }: Pick<OpenFile, 'path' | 'compression'>): ByteStream {
  return gathered(unpack(createReadStream(path, { highWaterMark: PIECE_BYTES }), compression))
}

/** A stream's text, unpacked where its first bytes say that it is compressed. */
export function unpackedStream(stream: Readable): ByteStream {
  return gathered(unpackByMagic(stream))
}

async function* unpackByMagic(stream: Readable): AsyncGenerator<Uint8Array> {
  await new Promise<void>((resolve, reject) => {
    stream.once('readable', resolve)
    stream.once('end', resolve)
    stream.once('error', reject)
  })
  const first: unknown = stream.read()
  if (!(first instanceof Uint8Array)) return
  stream.unshift(first)
  yield* unpack(stream, compressionIn(first))
}

const PIECE_BYTES = 256 * 1024

async function* unpack(packed: Readable, compression: Compression): AsyncGenerator<Uint8Array> {
  try {
    if (compression === 'none') yield* piecesOf(packed)
    else if (compression === 'zstd') yield* unzstd(packed)
    else {
      const gunzip = createGunzip({ chunkSize: PIECE_BYTES })
      packed.on('error', (error) => gunzip.destroy(error))
      yield* piecesOf(packed.pipe(gunzip))
    }
  } finally {
    packed.destroy()
  }
}

async function* piecesOf(stream: Readable): AsyncGenerator<Uint8Array> {
  for await (const piece of stream) if (piece instanceof Uint8Array) yield piece
}

async function* unzstd(packed: Readable): AsyncGenerator<Uint8Array> {
  const unpacked: Uint8Array[] = []
  const decompress = new Decompress((piece) => unpacked.push(piece))
  for await (const piece of piecesOf(packed)) {
    decompress.push(piece)
    yield* unpacked.splice(0)
  }
  decompress.push(new Uint8Array(0), true)
  yield* unpacked.splice(0)
}

/** Fills from pieces of any size; what came before a failure is given before the failure is. */
function gathered(pieces: AsyncGenerator<Uint8Array>): ByteStream {
  let rest: Uint8Array = new Uint8Array(0)
  let failure: Error | undefined
  async function next(): Promise<boolean> {
    try {
      const piece = failure === undefined ? await pieces.next() : undefined
      if (piece === undefined || piece.done === true) return false
      rest = piece.value
      return true
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error))
      return false
    }
  }
  return {
    fill: async (into) => {
      let filled = 0
      while (filled < into.length && (rest.length > 0 || (await next()))) {
        const length = Math.min(rest.length, into.length - filled)
        into.set(rest.subarray(0, length), filled)
        filled += length
        rest = rest.subarray(length)
      }
      if (filled === 0 && failure !== undefined) throw failure
      return filled
    },
    close: async () => {
      await pieces.return(undefined)
    },
  }
}
