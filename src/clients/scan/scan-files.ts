import type { Readable } from 'node:stream'
import { type UnixSeconds, unixSeconds } from '../../domain/time.ts'
import type { Zone } from '../../domain/wall-clock.ts'
import type { Window } from '../../domain/window.ts'
import type { AccessFormat } from '../access-line.ts'
import type { Spans } from './counter.ts'
import { type Helpers, HelperError } from './helpers.ts'
import { listFiles } from './list-files.ts'
import { createBehindBook } from './look-behind.ts'
import { NO_FILE, NotAFileError, type OpenFile, openFile, unpackedStream } from './open-bytes.ts'
import { type LineRules, type RequestCounts, createRequestCounts } from './request-counts.ts'
import { type FileScanned, scanBytes, scanFile } from './scan-file.ts'
import { type Understood, createUnderstood } from './understood.ts'

export interface ScanRequest {
  /** Files, also by `*` and `?`; `-` is `stdin`. */
  readonly paths: readonly string[]
  readonly stdin?: Readable
  readonly spans: Spans
  readonly rules: LineRules
  readonly hasTrust: boolean
  /** The zone of times that have none beside them. */
  readonly zone: Zone
  readonly takenAt: UnixSeconds
  readonly format?: AccessFormat
  readonly deadline?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
  /** Whether to look also at how many speak from one address, which takes a while. */
  readonly looksBehind?: boolean
  /** How much is read at once. */
  readonly chunkBytes?: number
  /** Who reads large files together with this thread, told the times that are counted. */
  readonly openHelpers?: (spans: Spans) => Helpers
}

export interface Progress {
  readonly path: string
  /** Bytes read of all files, and of all that there are, as far as that is known. */
  readonly bytes: number
  readonly ofBytes: number
}

/** What was read of all files together. */
export interface Scanned {
  readonly counts: RequestCounts
  readonly understood: Understood
  /** At least so many user agents, forwarded addresses or identities speak from an address; undefined where none was seen. */
  readonly behindOf?: (address: string) => number | undefined
  /** Files that were read, in the order of reading. */
  readonly files: readonly string[]
  /** The time of the first line of all: before it nothing is known. */
  readonly beginsAt?: UnixSeconds
  readonly bytes: number
  readonly isPartial: boolean
  readonly problems: readonly Problem[]
}

/** A file that could not be read, or not to its end. */
export interface Problem {
  readonly path: string
  readonly words: string
  readonly isUnread: boolean
}

const STDIN = '-'

export async function scanFiles(request: ScanRequest): Promise<Scanned> {
  const helpers = request.openHelpers?.(request.spans)
  try {
    return await scanAll(request, helpers)
  } finally {
    await helpers?.close()
  }
}

async function scanAll(request: ScanRequest, helpers: Helpers | undefined): Promise<Scanned> {
  const { spans, rules } = request
  const counts = createRequestCounts(spans, rules)
  const understood = createUnderstood()
  const behind = request.looksBehind === true ? createBehindBook(rules) : undefined
  const span = wholeOf(spans)
  const paths = await listFiles(
    request.paths.filter((path) => path !== STDIN),
    span?.start,
  )
  const files: string[] = []
  const problems: Problem[] = []
  const begins: number[] = []
  let bytes = 0

  async function read(path: string, scan: () => Promise<FileScanned>): Promise<void> {
    try {
      const scanned = await scan()
      files.push(path)
      bytes += scanned.bytes
      if (scanned.beginsAt !== undefined) begins.push(scanned.beginsAt)
      if (scanned.stopped !== undefined) problems.push({ path, words: scanned.stopped, isUnread: false })
    } catch (error) {
      const words = wordsOf(error)
      if (words === undefined) throw error
      problems.push({ path, words, isUnread: true })
    }
  }

  const options = {
    ...request,
    counts,
    understood,
    ...(behind !== undefined && { behind }),
    ...(span !== undefined && { span }),
    ...(helpers !== undefined && { helpers }),
  }
  for (const path of paths) {
    if (request.deadline?.aborted === true) {
      problems.push({ path, words: 'the time was over', isUnread: true })
      continue
    }
    await read(path, async () => {
      const file = await openFile(path)
      try {
        const clock = { zone: request.zone, reference: unixSeconds(file.writtenAt / 1000) }
        return await scanFile(file, { ...options, clock, onBytes: progressOf(request, file, bytes) })
      } finally {
        await file.close()
      }
    })
  }
  const { stdin } = request
  if (request.paths.includes(STDIN) && stdin !== undefined) {
    const clock = { zone: request.zone, reference: request.takenAt }
    await read(STDIN, () => scanBytes(unpackedStream(stdin), { ...options, clock }))
  }
  const isPartial = problems.length > 0
  const beginsAt = begins.length === files.length ? unixSeconds(Math.min(...begins)) : undefined
  return {
    counts,
    understood,
    ...(behind !== undefined && { behindOf: behind.behind }),
    files,
    bytes,
    isPartial,
    problems,
    ...(beginsAt !== undefined && Number.isFinite(beginsAt) && { beginsAt }),
  }
}

function progressOf({ onProgress }: ScanRequest, file: OpenFile, before: number): (bytes: number) => void {
  let bytes = before
  return (more) => {
    bytes += more
    onProgress?.({ path: file.path, bytes, ofBytes: before + file.size })
  }
}

/** From the beginning of the one to the end of the other. */
function wholeOf({ window, baseline }: Spans): Window | undefined {
  if (window === undefined) return undefined
  if (baseline === undefined) return window
  return {
    start: unixSeconds(Math.min(window.start, baseline.start)),
    end: unixSeconds(Math.max(window.end, baseline.end)),
  }
}

const WORDS: Readonly<Record<string, string | undefined>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'its links lead in a circle',
  ENOTDIR: 'there is no such file',
  ENXIO: NO_FILE,
}

function wordsOf(error: unknown): string | undefined {
  if (error instanceof NotAFileError || error instanceof HelperError) return error.message
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? (WORDS[code] ?? code) : undefined
}
