import type { AbsentClients, ClientsRequest } from '../../domain/clients.ts'
import type { AbsentReason } from '../../domain/reading.ts'
import { unixSeconds } from '../../domain/time.ts'
import { pathOf } from '../../lib/http-api.ts'
import { HttpError } from '../../lib/http-pool.ts'
import { failureOf } from '../../lib/http-send.ts'
import type { HttpStream } from '../../lib/http-streams.ts'
import type { Network } from '../../lib/ip.ts'
import type { Answered } from '../../lib/outcome.ts'
import type { AccessFormat } from '../access-line.ts'
import { lineRules } from '../line-rules.ts'
import { unpackedStream } from '../scan/open-bytes.ts'
import { createRequestCounts } from '../scan/request-counts.ts'
import { type FileScanOptions, scanBytes } from '../scan/scan-file.ts'
import type { Problem, Scanned } from '../scan/scan-files.ts'
import { createUnderstood } from '../scan/understood.ts'
import type { OpenedStore } from './open-store.ts'
import type { PodLog } from './pods.ts'
import { readJson } from './read-json.ts'

export interface PodScan {
  readonly opened: OpenedStore
  readonly namespace: string
  readonly trusted: readonly Network[]
  readonly request: ClientsRequest
  readonly format?: AccessFormat
}

/** A container's log, or that of the one before its restart. */
interface Stream {
  readonly log: PodLog
  readonly isPrevious: boolean
}

/** At once: each comes from a node. */
const MOST_STREAMS = 4
/** A log that begins later than its container by more than this has lost its beginning to the node's rotation. */
const BEGINS_LATE = 60
/** As much of a refusal as is read. */
const MOST_OF_REFUSAL = 65_536

/** Reads the pods' logs into one count, or tells why none could be read. */
export async function scanPods(
  logs: readonly PodLog[],
  scan: PodScan,
): Promise<Scanned | Omit<AbsentClients, 'source'>> {
  const { trusted, format, request } = scan
  const { window, baseline, deadline, takenAt } = request
  const rules = lineRules(trusted)
  const counts = createRequestCounts({ window, ...(baseline !== undefined && { baseline }) }, rules)
  const understood = createUnderstood()
  const from = Math.min(window.start, baseline?.start ?? window.start)
  const options: FileScanOptions = {
    // The node writes its own time before each line.
    clock: { zone: () => 0, reference: takenAt },
    rules,
    hasTrust: trusted.length > 0,
    counts,
    understood,
    deadline,
    ...(format !== undefined && { format }),
  }
  const all = await inTurns(streamsOf(logs, from), (stream) => readOne(stream, { scan, options, from }))
  const [failure] = all.flatMap(({ failed }) => failed ?? [])
  const files = all.flatMap(({ path, failed }) => (failed === undefined ? [path] : []))
  if (files.length === 0) {
    return absent(failure?.reason ?? 'timeout', failure?.detail ?? 'the logs were not read in time')
  }
  if (understood.total === 0) return absent('no_samples', 'the pods wrote no line in that time')
  if (understood.accessLines === 0) return absent('bad_answer', 'no line of the pods looks like one of an access log')
  const problems = all.flatMap(({ problem }) => problem ?? [])
  const begins = [...all.flatMap(({ beginsAt }) => beginsAt ?? []), ...replacedAt(logs, from)]
  return {
    counts,
    understood,
    files,
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    isPartial: problems.length > 0,
    problems,
    // From the latest beginning on the logs of all are there.
    beginsAt: unixSeconds(Math.max(from, ...begins)),
  }
}

interface Read {
  readonly path: string
  readonly bytes: number
  readonly failed?: Failure
  readonly problem?: Problem
  /** Set when the beginning is missing. */
  readonly beginsAt?: number
}

type Failure = Extract<Answered<never>, { readonly status: 'failed' }>

async function readOne(
  stream: Stream,
  { scan, options, from }: { readonly scan: PodScan; readonly options: FileScanOptions; readonly from: number },
): Promise<Read> {
  const { log, isPrevious } = stream
  const { deadline } = scan.request
  const path = isPrevious ? `${log.pod} before its restart` : log.pod
  if (deadline.aborted) {
    return { path, bytes: 0, failed: LATE, problem: { path, words: 'the time was over', isUnread: true } }
  }
  const answer = await openLog(stream, scan, from)
  if (answer.status === 'failed') {
    const problem = { path, words: answer.detail ?? answer.reason, isUnread: true }
    // Without the log of the container before, all is there from the restart on.
    const beginsAt = isPrevious ? log.startedAt : undefined
    return { path, bytes: 0, failed: answer, problem, ...(beginsAt !== undefined && { beginsAt }) }
  }
  const { bytes, beginsAt, stopped } = await scanBytes(unpackedStream(answer.value.body), options)
  const startedAt = isPrevious ? from : Math.max(from, log.startedAt ?? from)
  const isCut = beginsAt !== undefined && beginsAt > startedAt + BEGINS_LATE
  const words = deadline.aborted ? 'the time was over before its end' : stopped
  return {
    path,
    bytes,
    ...(isCut && { beginsAt }),
    ...(words !== undefined && { problem: { path, words, isUnread: false } }),
  }
}

const LATE: Failure = { status: 'failed', reason: 'timeout', detail: 'the logs were not read in time' }

/** What was asked for longer ago than the log begins is not there, and no error. */
async function openLog(
  { log, isPrevious }: Stream,
  { opened, namespace, request }: PodScan,
  from: number,
): Promise<Answered<HttpStream>> {
  const form = new URLSearchParams({
    container: log.container,
    sinceSeconds: String(Math.max(1, Math.ceil(request.takenAt - from))),
    timestamps: 'true',
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

function streamsOf(logs: readonly PodLog[], from: number): readonly Stream[] {
  return logs.flatMap((log) => [
    ...(log.restartedAt !== undefined && log.restartedAt > from ? [{ log, isPrevious: true }] : []),
    { log, isPrevious: false },
  ])
}

/**
 * When the last pod began, where none is as old as the time asked for: those before them are gone with their logs, and
 * less in the baseline would look like growth. Beside an older pod the younger ones were added.
 */
function replacedAt(logs: readonly PodLog[], from: number): readonly number[] {
  const starts = logs.flatMap(({ startedAt, restartedAt }) => (restartedAt === undefined ? (startedAt ?? from) : from))
  return starts.every((start) => start > from + BEGINS_LATE) ? [Math.max(...starts)] : []
}

/** Does some at once; the results are in the items' order. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  const left = [...items.entries()]
  const lanes = Array.from({ length: MOST_STREAMS }, async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) results[next[0]] = await work(next[1])
  })
  await Promise.all(lanes)
  return results
}

function absent(reason: AbsentReason, detail: string): Omit<AbsentClients, 'source'> {
  return { status: 'absent', reason, detail }
}
