import { setImmediate } from 'node:timers/promises'
import type { UnixSeconds } from '../../../domain/time.ts'
import { UnfitFileError } from '../../../lib/fit-file.ts'
import { createLogReader } from '../../../vllm-log/create-log-reader.ts'
import type { LogReading } from '../../../vllm-log/log-reading.ts'
import type { Zone } from '../../../domain/wall-clock.ts'
import { findStart } from './find-start.ts'
import { type OpenLog, openLog } from './open-log.ts'

export interface GroupRead {
  readonly readings: readonly LogReading[]
  /** When the newest file was written to; absent where none could be read. */
  readonly writtenAt?: UnixSeconds
  /** More was written since `from` than may be read, so that the beginning is missing. */
  readonly isCut: boolean
  /** Whether all was read that the files hold. */
  readonly isWhole: boolean
  /** One line for each file that could not be read. */
  readonly notes: readonly string[]
}

export interface GroupRequest {
  readonly paths: readonly string[]
  readonly zone: Zone
  readonly from: UnixSeconds
  /** No more than this is read of all files together. */
  readonly mostBytes: number
  readonly deadline: AbortSignal
}

const CHUNK_BYTES = 256 * 1024
/** Beyond this a line holds a prompt, and nobody reads it. */
const MOST_OF_LINE = 64 * 1024

/** Reads of one process' files what was written since `from`, the newest first where not all may be read. */
export async function readGroup(request: GroupRequest): Promise<GroupRead> {
  const opened = await Promise.all(request.paths.map(tryOpen))
  const logs = opened.flatMap(({ log }) => log ?? []).toSorted((one, other) => other.writtenAt - one.writtenAt)
  const notes = opened.flatMap(({ note }) => note ?? [])
  try {
    return { ...(await readLogs(logs, request)), notes }
  } catch (error) {
    if (!isSystemError(error)) throw error
    return {
      readings: [],
      isCut: false,
      isWhole: false,
      notes: [...notes, `cannot be read to its end (${error.code})`],
    }
  } finally {
    await Promise.all(logs.map((log) => log.close()))
  }
}

interface Span {
  readonly log: OpenLog
  readonly start: number
}

async function readLogs(logs: readonly OpenLog[], request: GroupRequest): Promise<Omit<GroupRead, 'notes'>> {
  const [newest] = logs
  if (newest === undefined) return { readings: [], isCut: false, isWhole: false }
  const clock = { zone: request.zone, reference: newest.writtenAt }
  const spans: Span[] = []
  let room = request.mostBytes
  for (const log of logs) {
    if (room <= 0 || log.writtenAt < request.from) break
    const start = await findStart(log, { clock, from: request.from, mostBytes: room })
    spans.unshift({ log, start })
    room -= log.size - start
    if (start > 0) break
  }
  const reader = createLogReader(clock)
  for (const span of spans) await feed(span, reader.write, request.deadline)
  return {
    readings: reader.end(),
    writtenAt: newest.writtenAt,
    isCut: room <= 0,
    isWhole: spans.length === logs.length && spans.every(({ start }) => start === 0),
  }
}

/** Gives the lines from `start` on, without the one that is cut there, and lets others run in between. */
async function feed({ log, start }: Span, write: (line: string) => void, deadline: AbortSignal): Promise<void> {
  const decoder = new TextDecoder()
  let rest = ''
  let isInside = start > 0
  for (let at = start; at < log.size && !deadline.aborted;) {
    const bytes = await log.read(at, CHUNK_BYTES)
    if (bytes.length === 0) break
    at += bytes.length
    const lines = `${rest}${decoder.decode(bytes, { stream: true })}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (!isInside) write(line.endsWith('\r') ? line.slice(0, -1) : line)
      isInside = false
    }
    if (rest.length > MOST_OF_LINE) {
      rest = ''
      isInside = true
    }
    await setImmediate()
  }
  // The last line is whole only where a process ended; half a line is no line that anybody knows.
  if (rest !== '' && !isInside) write(rest)
}

async function tryOpen(path: string): Promise<{ readonly log?: OpenLog; readonly note?: string }> {
  if (path.endsWith('.gz')) return {}
  try {
    return { log: await openLog(path) }
  } catch (error) {
    if (error instanceof UnfitFileError) return { note: `${path} is not read: ${error.message}` }
    if (isSystemError(error)) return { note: `${path} cannot be read (${error.code})` }
    throw error
  }
}

function isSystemError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}
