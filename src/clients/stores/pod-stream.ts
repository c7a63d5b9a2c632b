import type { ClientsRequest } from '../../domain/clients.ts'
import { toIso, unixSeconds } from '../../domain/time.ts'
import { pathOf } from '../../lib/http-api.ts'
import { HttpError } from '../../lib/http-pool.ts'
import { failureOf } from '../../lib/http-send.ts'
import type { HttpStream } from '../../lib/http-streams.ts'
import type { Network } from '../../lib/ip.ts'
import type { Answered } from '../../lib/outcome.ts'
import type { AccessFormat } from '../access-line.ts'
import { type ByteStream, unpackedStream } from '../scan/open-bytes.ts'
import { type FileScanOptions, scanBytes } from '../scan/scan-file.ts'
import type { Problem } from '../scan/scan-files.ts'
import { type LinesSeen, type LogPart, linesOfPart } from './log-part.ts'
import type { OpenedStore } from './open-store.ts'
import type { PodLog } from './pods.ts'
import { readJson } from './read-json.ts'

export interface PodScan {
  readonly opened: OpenedStore
  readonly namespace: string
  readonly trusted: readonly Network[]
  readonly request: ClientsRequest
  readonly format?: AccessFormat
  /** As many bytes of one log are asked for. */
  readonly mostBytes: number
}

/** A container's log, or that of the one before its restart. */
export interface PodStream {
  readonly log: PodLog
  readonly isPrevious: boolean
}

export interface PodRead {
  readonly stream: PodStream
  readonly bytes: number
  readonly failed?: Failure
  readonly problem?: Problem
  /** Set when the beginning is missing. */
  readonly beginsAt?: number
}

type Failure = Extract<Answered<never>, { readonly status: 'failed' }>

/** A log that begins later than its container by more than this has lost its beginning to the node's rotation. */
export const BEGINS_LATE = 60
/** As much of a refusal as is read. */
const MOST_OF_REFUSAL = 65_536
const MIB = 1024 * 1024
/** Of `limitBytes` the API may give slightly less. */
const NEARLY = 0.99

/** Reads a part of a log into the counts of the options. */
export async function readPod(
  stream: PodStream,
  part: LogPart,
  { scan, options }: { readonly scan: PodScan; readonly options: FileScanOptions },
): Promise<PodRead> {
  const { log, isPrevious } = stream
  const { deadline } = scan.request
  const path = isPrevious ? `${log.pod} before its restart` : log.pod
  if (deadline.aborted) {
    return { stream, bytes: 0, failed: LATE, problem: { path, words: 'the time was over', isUnread: true } }
  }
  const answer = await openLog(stream, scan, part)
  if (answer.status === 'failed') {
    const problem = { path, words: answer.detail ?? answer.reason, isUnread: true }
    // Without the log of the container before, all is there from the restart on.
    const beginsAt = isPrevious ? log.startedAt : undefined
    return { stream, bytes: 0, failed: answer, problem, ...(beginsAt !== undefined && { beginsAt }) }
  }
  const seen: LinesSeen = {}
  const came = counted(unpackedStream(answer.value.body))
  const { bytes, stopped } = await scanBytes(came.stream, {
    ...options,
    // What is cut off is no whole line.
    goesOn: true,
    sift: (chunks) => linesOfPart(chunks, part, seen),
  })
  const startedAt = isPrevious ? part.from : Math.max(part.from, log.startedAt ?? part.from)
  const isCut = seen.first !== undefined && seen.first > startedAt + BEGINS_LATE
  const words = stoppedWords(stopped, {
    isLate: deadline.aborted,
    isFull: came.bytes() >= scan.mostBytes * NEARLY,
    scan,
    seen,
  })
  return {
    stream,
    bytes,
    ...(isCut && seen.first !== undefined && { beginsAt: seen.first }),
    ...(words !== undefined && { problem: { path, words, isUnread: false } }),
  }
}

interface Stop {
  readonly isLate: boolean
  readonly isFull: boolean
  readonly scan: PodScan
  readonly seen: LinesSeen
}

function stoppedWords(stopped: string | undefined, { isLate, isFull, scan, seen }: Stop): string | undefined {
  const full = isFull ? `its log is longer than ${Math.round(scan.mostBytes / MIB)} MiB` : stopped
  const why = isLate ? 'the time was over before its end' : full
  if (why === undefined || seen.last === undefined || Number.isNaN(seen.last)) return why
  return `${why}: what it wrote after ${toIso(unixSeconds(seen.last))} is not counted`
}

const LATE: Failure = { status: 'failed', reason: 'timeout', detail: 'the logs were not read in time' }

function counted(inner: ByteStream): { readonly stream: ByteStream; readonly bytes: () => number } {
  let bytes = 0
  async function fill(into: Uint8Array): Promise<number> {
    const length = await inner.fill(into)
    bytes += length
    return length
  }
  return { stream: { fill, close: inner.close }, bytes: () => bytes }
}

/** What was asked for longer ago than the log begins is not there, and no error. */
async function openLog(
  { log, isPrevious }: PodStream,
  { opened, namespace, request, mostBytes }: PodScan,
  { from }: LogPart,
): Promise<Answered<HttpStream>> {
  const form = new URLSearchParams({
    container: log.container,
    sinceTime: toIso(unixSeconds(Math.floor(from))),
    timestamps: 'true',
    limitBytes: String(mostBytes),
    ...(isPrevious && { previous: 'true' }),
  })
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(log.pod)}/log`
  const answer = await opened.stream(pathOf(opened.place, path, form), request.deadline)
  if (answer instanceof HttpError) return failureOf(answer)
  if (answer.status === 200) return { status: 'ok', value: answer }
  const refused = readJson({ status: answer.status, text: await beginningOf(answer) }, opened.clean)
  return refused.status === 'failed' ? refused : { status: 'failed', reason: `http_${answer.status}` }
}

async function beginningOf({ body }: HttpStream): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    for await (const piece of body) {
      if (!(piece instanceof Uint8Array)) break
      pieces.push(piece)
      size += piece.length
      if (size > MOST_OF_REFUSAL) break
    }
  } catch {
    // What came of it is enough: the status has said the rest.
  }
  return Buffer.concat(pieces).toString('utf8')
}
