import type { Window } from '../../domain/window.ts'
import { type UnixSeconds, minutes, seconds, unixSeconds } from '../../domain/time.ts'
import { type AccessFormat, type LineClock, isAccessLine } from '../access-line.ts'
import { detect } from '../detect.ts'
import { createLineReader } from '../read-line.ts'
import type { Chunk } from './chunk.ts'
import { type Range, findRange } from './find-range.ts'
import { type ByteStream, type OpenFile, bytesBetween, unpackedFile } from './open-bytes.ts'
import type { Helpers } from './helpers.ts'
import { type BehindBook, lookBehind } from './look-behind.ts'
import { readChunks } from './read-chunks.ts'
import { scanRanges } from './scan-ranges.ts'
import { type TakeOptions, type Taken, takeAll } from './take-all.ts'
import { type TextScanOptions, createTextScan } from './text-scan.ts'

export interface FileScanOptions extends Omit<TextScanOptions, 'clock'>, TakeOptions {
  readonly clock: LineClock
  /** All times that are asked for; without it the whole file is read. */
  readonly span?: Window
  /** Who reads large files together with this thread. */
  readonly helpers?: Helpers
  /** Where to note what speaks from each address. */
  readonly behind?: BehindBook
  /** Whether the bytes may end within a line, which is then left out. */
  readonly goesOn?: boolean
  /** Leaves out some lines of what comes. */
  readonly sift?: (chunks: AsyncIterable<Chunk>) => AsyncIterable<Chunk>
}

export interface FileScanned extends Taken {
  /** The time of the file's first line, if it tells one. */
  readonly beginsAt?: UnixSeconds
}

/** A file smaller than this is read faster than looked through. */
const LEAST_SOUGHT = 16 * 1024 * 1024

/** Reads one file, of a large ordered one only the part that holds the times asked for. */
export async function scanFile(file: OpenFile, options: FileScanOptions): Promise<FileScanned> {
  if (file.compression !== 'none') return scanBytes(unpackedFile(file), options)
  const { range, beginsAt } = await partOf(file, options)
  const scanned = await scanRange(file, range, options)
  if (options.behind !== undefined) await lookBehind(file, options.behind, { ...options, range })
  return beginsAt === undefined ? scanned : { ...scanned, beginsAt: unixSeconds(beginsAt) }
}

async function scanRange(file: OpenFile, part: Range, options: FileScanOptions): Promise<FileScanned> {
  const { helpers } = options
  if (helpers === undefined || helpers.count === 0 || part.to - part.from < helpers.leastBytes) {
    return scanBytes(bytesBetween(file, part.from, part.to), options)
  }
  return scanRanges(file, { ...options, part, helpers })
}

/** Reads all that comes. */
export async function scanBytes(stream: ByteStream, options: FileScanOptions): Promise<FileScanned> {
  const scan = createTextScan(options)
  try {
    const chunks = readChunks(stream.fill, options)
    const taken = await takeAll(options.sift?.(chunks) ?? chunks, scan, options)
    const beginsAt = scan.beginsAt()
    return { ...taken, ...(beginsAt !== undefined && { beginsAt }) }
  } finally {
    await stream.close()
  }
}

interface Part {
  readonly range: Range
  readonly beginsAt?: number
}

async function partOf(file: OpenFile, options: FileScanOptions): Promise<Part> {
  const whole = { range: { from: 0, to: file.size } }
  const { span } = options
  if (span === undefined || file.size < LEAST_SOUGHT) return whole
  const looks = createLooks(file, options)
  const formats = await looks.formats()
  const slack = formats.some(({ time }) => time === 'arrival') ? ARRIVAL_SLACK : SLACK
  const timeAt = (at: number): Promise<number | undefined> => looks.timeAt(at, formats)
  const found = await findRange({ size: file.size, timeAt, start: span.start, end: span.end, slack })
  if (found === undefined) return whole
  const beginsAt = await timeAt(0)
  const range = { from: await looks.lineFrom(found.from), to: await looks.lineFrom(found.to) }
  return beginsAt === undefined ? { range } : { range, beginsAt }
}

/** Several processes write one file, so that lines stand out of order by a little. */
const SLACK = seconds(60)
/** Lines of arrival are written when the answer ends: out of order by as much as a request takes. */
const ARRIVAL_SLACK = minutes(15)

const LOOK_BYTES = 64 * 1024
/** A hole in a file, or one very long line: looked through in growing steps up to here. */
const FARTHEST_LOOK = 32 * 1024 * 1024

interface Looks {
  readonly formats: () => Promise<readonly AccessFormat[]>
  readonly timeAt: (at: number, formats: readonly AccessFormat[]) => Promise<number | undefined>
  /** Where the first line begins that begins there or later. */
  readonly lineFrom: (at: number) => Promise<number>
}

function createLooks(file: OpenFile, { clock, format }: FileScanOptions): Looks {
  const buffer = new Uint8Array(2 * 1024 * 1024)

  async function textAt(at: number, length: number): Promise<Uint8Array> {
    return buffer.subarray(0, await file.readAt(buffer.subarray(0, length), at))
  }

  /** Lines that begin behind a place, some of them; none at the end of the file. */
  async function linesFrom(at: number): Promise<readonly string[]> {
    let step = LOOK_BYTES
    for (let from = at; from < at + FARTHEST_LOOK;) {
      const bytes = await textAt(from, step)
      if (bytes.length === 0) return []
      const lineEnd = bytes.indexOf(0x0a)
      // Looking from the back is slow, and a hole has nothing to find.
      const last = lineEnd < 0 ? -1 : bytes.lastIndexOf(0x0a)
      const first = from === 0 ? -1 : lineEnd
      if (last > first) return new TextDecoder().decode(bytes.subarray(first + 1, last)).split('\n')
      // The next look begins with the line's end that this one may have had.
      from += last < 0 ? bytes.length : Math.max(1, last)
      if (last < 0) step = Math.min(step * 2, buffer.length)
      else step = Math.min(buffer.length, step * 4)
    }
    return []
  }

  return {
    formats: async () => (format === undefined ? detect(await linesFrom(0), clock).formats : [format]),
    timeAt: async (at, formats) => {
      const reader = createLineReader(clock)
      for (const line of await linesFrom(at)) {
        for (const { parsed } of reader.read(withoutNuls(line), formats)) {
          if (isAccessLine(parsed) && parsed.at !== undefined) return parsed.at
        }
      }
      return undefined
    },
    lineFrom: async (at) => {
      if (at === 0) return 0
      for (let from = at - 1; ;) {
        const bytes = await textAt(from, LOOK_BYTES)
        if (bytes.length === 0) return file.size
        const end = bytes.indexOf(0x0a)
        if (end >= 0) return from + end + 1
        from += bytes.length
      }
    },
  }
}

function withoutNuls(line: string): string {
  return line.slice(line.lastIndexOf('\0') + 1)
}
