import type { AbsentClients } from '../../domain/clients.ts'
import type { AbsentReason } from '../../domain/reading.ts'
import { unixSeconds } from '../../domain/time.ts'
import { lineRules } from '../line-rules.ts'
import { createBehindBook } from '../scan/look-behind.ts'
import { createRequestCounts } from '../scan/request-counts.ts'
import type { FileScanOptions } from '../scan/scan-file.ts'
import type { Scanned } from '../scan/scan-files.ts'
import { createUnderstood } from '../scan/understood.ts'
import type { LogPart } from './log-part.ts'
import { BEGINS_LATE, type PodRead, type PodScan, type PodStream, readPod } from './pod-stream.ts'
import type { PodLog } from './pods.ts'

/** At once: each comes from a node. */
const MOST_STREAMS = 4
/** A line is written when the answer ends, and may tell when the request came: by so much later than that, in seconds. */
const WRITTEN_LATE = 900

/**
 * Reads the pods' logs into one count, or tells why none could be read. The window is read first: an answer begins with
 * its oldest lines, and where there is no time or room for all, these are not what is asked about.
 */
export async function scanPods(
  logs: readonly PodLog[],
  scan: PodScan,
): Promise<Scanned | Omit<AbsentClients, 'source'>> {
  const { trusted, format, request } = scan
  const { window, baseline, deadline, takenAt } = request
  const rules = lineRules(trusted)
  const counts = createRequestCounts({ window, ...(baseline !== undefined && { baseline }) }, rules)
  const understood = createUnderstood()
  const behind = createBehindBook(rules)
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
  const read = (own: readonly PodLog[], part: LogPart, more: Partial<FileScanOptions>): Promise<readonly PodRead[]> =>
    inTurns(streamsOf(own, part), (stream) => readPod(stream, part, { scan, options: { ...options, ...more } }))
  const onSample = behind.note
  const now = await read(logs, { from: window.start, until: Number.POSITIVE_INFINITY }, { onSample })
  const whole = now.flatMap(({ stream, failed }) => (stream.isPrevious || failed !== undefined ? [] : [stream.log]))
  const isCut = now.some(({ problem }) => problem?.isUnread === false)
  const before = baseline === undefined || isCut ? [] : await read(whole, partBefore(baseline, window.start), {})
  const all = [...now, ...before]
  const [failure] = all.flatMap(({ failed }) => failed ?? [])
  if (whole.length === 0) {
    return absent(failure?.reason ?? 'timeout', failure?.detail ?? 'the logs were not read in time')
  }
  if (understood.total === 0) return absent('no_samples', 'the pods wrote no line in that time')
  if (understood.accessLines === 0) return absent('bad_answer', 'no line of the pods looks like one of an access log')
  const from = baseline?.start ?? window.start
  const isCompared = baseline !== undefined && before.length > 0
  const begins = isCompared ? beginsOf(before, window.start) : now.flatMap(({ beginsAt }) => beginsAt ?? [])
  return {
    counts,
    understood,
    behindOf: behind.behind,
    files: whole.map(({ pod }) => pod),
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    isPartial: all.some(({ problem }) => problem !== undefined),
    problems: all.flatMap(({ problem }) => problem ?? []),
    // From the latest beginning on the logs of all are there.
    beginsAt: unixSeconds(Math.max(isCompared ? from : window.start, ...begins, ...replacedAt(logs, from))),
  }
}

/** As far as lines of the baseline may stand behind it, and not into what was read already. */
function partBefore({ start, end }: { readonly start: number; readonly end: number }, windowStart: number): LogPart {
  return { from: start, until: Math.min(end + WRITTEN_LATE, windowStart) }
}

/** Where one log is not whole before the window, nothing is compared with: what is missing would look like growth. */
function beginsOf(before: readonly PodRead[], windowStart: number): readonly number[] {
  return before.flatMap(({ problem, beginsAt }) => beginsAt ?? (problem === undefined ? [] : windowStart))
}

function streamsOf(logs: readonly PodLog[], { from }: LogPart): readonly PodStream[] {
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
