import type { UnixSeconds } from '../../domain/time.ts'
import type { Range } from './find-range.ts'
import { cutFile } from './cut-file.ts'
import { type Helper, type Helpers, type RangeJob, HelperError } from './helpers.ts'
import { type OpenFile, bytesBetween } from './open-bytes.ts'
import { packLearnt } from './packed-learnt.ts'
import { type RangeEnd, createRangeReading } from './range-reading.ts'
import { CHUNK_BYTES, readChunks } from './read-chunks.ts'
import type { TakeOptions, Taken } from './take-all.ts'
import { type Learnt, type TextScan, type TextScanOptions, createTextScan } from './text-scan.ts'
import { addUnderstood } from './understood.ts'

export interface RangesOptions extends TextScanOptions, TakeOptions {
  readonly part: Range
  readonly helpers: Helpers
}

/** Reads ranges that follow each other and gives at last what it has counted. */
interface Reader {
  readonly read: (range: Range) => Promise<RangeEnd>
  readonly handOver: () => Promise<void>
}

/**
 * Reads a part of a file in ranges, all at once, with the same numbers as if it was read by one. Each reader but the first
 * knows of the lines before its range only what the first lines told. Where the reader before it has learnt more by then,
 * such as that the format has changed or the beginning of a line in pieces, that one reads on and the other's work is left.
 */
export async function scanRanges(
  file: OpenFile,
  options: RangesOptions,
): Promise<Taken & { readonly beginsAt?: UnixSeconds }> {
  const { part, helpers, counts, understood, clock, chunkBytes = CHUNK_BYTES } = options
  const scan = createTextScan(options)
  helpers.prepare(helpers.count)
  const read = createRangeReading(file, scan, { ...options, chunkBytes })
  const learnt = await learnFirst(file, scan, options)
  if (learnt === undefined) return read(part)
  const ranges = await cutFile(file, { part, count: helpers.count + 1, chunkBytes, clock, learnt })
  const job = { fd: file.fd, size: file.size, part, chunkBytes, reference: clock.reference, learnt: packLearnt(learnt) }
  const others = ranges.slice(1).map((range) => begin(range, job, options))
  const [first = part] = ranges
  let reader: Reader = { read, handOver: () => Promise.resolve() }
  let end = await read(first)
  let { bytes } = end

  for (const { range, helper, ended } of others) {
    if (end.stopped !== undefined) {
      helper.leave()
      continue
    }
    const other = end.isAsLearnt ? await ended : undefined
    if (other === undefined) {
      helper.leave()
      end = await reader.read(range)
    } else {
      await reader.handOver()
      reader = { read: helper.read, handOver: () => takeOver(helper) }
      end = other
    }
    bytes += end.bytes
  }
  await reader.handOver()
  const beginsAt = scan.beginsAt()
  return {
    bytes,
    ...(beginsAt !== undefined && { beginsAt }),
    ...(end.stopped !== undefined && { stopped: end.stopped }),
  }

  async function takeOver(helper: Helper): Promise<void> {
    const counted = await helper.handOver()
    counts.merge(counted.counts)
    addUnderstood(understood, counted.understood)
  }
}

/** What the first lines tell; undefined where there are none. */
async function learnFirst(
  file: OpenFile,
  scan: TextScan,
  { part, chunkBytes = CHUNK_BYTES }: RangesOptions,
): Promise<Learnt | undefined> {
  const chunks = readChunks(bytesBetween(file, part.from, part.to).fill, { chunkBytes })
  for await (const chunk of chunks) return scan.learn(chunk)
  return undefined
}

interface Begun {
  readonly range: Range
  readonly helper: Helper
  /** Undefined where the helper could not do it. */
  readonly ended: Promise<RangeEnd | undefined>
}

function begin(range: Range, job: RangeJob, { helpers, deadline, onBytes }: RangesOptions): Begun {
  const helper = helpers.open(job, { ...(deadline && { deadline }), ...(onBytes && { onBytes }) })
  const ended = helper.read(range).catch((error: unknown) => {
    if (error instanceof HelperError) return undefined
    throw error
  })
  // It is waited for when all before it was read.
  ended.catch(() => undefined)
  return { range, helper, ended }
}
