import type { SourceReport } from '../../../domain/evidence.ts'
import { fewLines } from '../../../domain/listed.ts'
import type { AbsentReason, Reading } from '../../../domain/reading.ts'
import type { Series } from '../../../domain/series.ts'
import { type UnixSeconds, earlier, unixSeconds } from '../../../domain/time.ts'
import { createSeriesIndex } from '../../../signals/evaluate/series-index.ts'
import { createZone } from '../../../domain/wall-clock.ts'
import type { EvidenceSource, GatherRequest, SourceAnswer } from '../../source.ts'
import type { Layout } from '../reader/layout.ts'
import { readSignals } from '../reader/read-signals.ts'
import { createRecordingBackend } from '../recording/backend.ts'
import { type LogFiles, LogConfigError, type LokiLogs } from './config.ts'
import { describeClock, describeLog } from './describe-log.ts'
import { type InstanceLog, LOOK_BACK, toInstanceLogs } from './instance-log.ts'
import { toLokiLogs } from './loki-logs.ts'
import { openLoki } from './open-loki.ts'
import { type FilesRead, type ZonedFiles, readFiles } from './read-files.ts'
import { LATE_LINES, type LokiNotes, describeLoki } from './describe-loki.ts'
import { toSeries } from './to-series.ts'

export interface LogSource extends EvidenceSource {
  /** Ends the kept connections. */
  readonly close: () => Promise<void>
}

const LAYOUT: Layout = { exposers: ['log'], engines: [], gpus: [], nodes: [], gateway: [], instanceLabel: 'instance' }
/** A report on a fleet in which everything fails is still read by a person. */
const MOST_NOTES = 24

/**
 * Evidence from vLLM's log, in files or in a Loki: of each the end that the window and the hour before it need.
 *
 * @param machineZone the IANA zone of this machine, in which logs are taken to be written unless stated
 * @throws LogConfigError, in one line, for a zone that does not exist or a Loki that cannot be asked
 */
export function createLogSource(
  files: readonly LogFiles[],
  machineZone: string,
  stores: readonly LokiLogs[] = [],
): LogSource {
  const wanted = files.map((one) => toZoned(one, machineZone))
  const lokis = stores.map(openLoki)

  async function gather(request: GatherRequest): Promise<SourceAnswer> {
    const { window, deadline } = request
    const reads: FilesRead[] = []
    const from = startOf(request)
    const asked = lokis.map(({ config, read }) => ({ config, ...read({ from, end: window.end, deadline }) }))
    const work = Promise.all([
      readFiles(wanted, { from, deadline, onRead: (read) => reads.push(read) }),
      ...asked.map(({ done }) => done),
    ]).then(([missed]) => missed)
    const missed = await Promise.race([work, untilAborted(deadline)])
    const done = [...reads]
    const stored = asked.map(({ config, pages }) => {
      // What is late must still be handed over in time.
      const entries = deadline.aborted ? pages.entries.slice(0, LATE_LINES) : pages.entries
      const read = toLokiLogs(entries, { instanceLabel: config.instanceLabel, end: window.end })
      return { config, pages, ...read, isLate: entries.length < pages.entries.length }
    })
    const logs = [...done.flatMap((read) => logsOf(read, window.end)), ...stored.flatMap((one) => one.logs)]
    const series = logs.flatMap((log) => toSeries(log, window.end))
    const failure = stored.map(({ pages }) => pages.failure?.reason).find((reason) => reason !== undefined)
    const readings = await read(series, request, failure ?? (missed === undefined ? 'timeout' : 'no_samples'))
    const queries = stored.reduce((sum, { pages }) => sum + pages.queries, 0)
    return { readings, report: reportOf(done, { logs, missed, end: window.end, loki: describeLoki(stored), queries }) }
  }
  return { name: 'log', gather, close: async () => void (await Promise.all(lokis.map((loki) => loki.close()))) }
}

function toZoned(files: LogFiles, machineZone: string): ZonedFiles {
  const timezone = files.timezone ?? machineZone
  try {
    return { ...files, timezone, zone: createZone(timezone) }
  } catch (error) {
    throw new LogConfigError(`logs: ${timezone} is no time zone; write one such as Europe/Berlin or UTC`, {
      cause: error,
    })
  }
}

/** The hour before the window, and at least as long as failures count. */
function startOf({ window, baselines }: GatherRequest): UnixSeconds {
  const before = baselines.find(({ name }) => name === 'hour_before')?.start ?? window.start
  return unixSeconds(Math.min(before, window.start, earlier(window.end, LOOK_BACK)))
}

/** Undefined when the deadline strikes. */
function untilAborted(deadline: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (deadline.aborted) resolve(undefined)
    else deadline.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}

function logsOf({ files, name, readings, isWhole }: FilesRead, end: UnixSeconds): readonly InstanceLog[] {
  return toInstanceLogs(readings, { instance: files.instance, name, isWhole, end })
}

async function read(series: readonly Series[], request: GatherRequest, why: AbsentReason): Promise<readonly Reading[]> {
  const own = request.signals.filter(({ exposer }) => exposer === 'log')
  const others = request.signals.filter(({ exposer }) => exposer !== 'log')
  const index = createSeriesIndex(series)
  const backend = createRecordingBackend({ name: 'log', series: index, time: request.window.end, rangeStart: 'open' })
  // A log names no model: what its engine serves it serves all.
  const { cluster } = request.scope
  const { readings } = await readSignals(backend, LAYOUT, { ...request, signals: own, scope: { cluster } })
  return [
    ...readings.map((reading) => (reading.status === 'present' ? reading : absent(reading.signal, why))),
    ...others.map(({ id }) => absent(id, 'not_configured')),
  ]
}

function absent(signal: string, reason: AbsentReason): Reading {
  return { status: 'absent', signal, reason }
}

interface Findings {
  readonly logs: readonly InstanceLog[]
  /** Settings that mean no file; undefined when the deadline struck. */
  readonly missed: readonly string[] | undefined
  readonly end: UnixSeconds
  readonly loki: LokiNotes
  readonly queries: number
}

function reportOf(reads: readonly FilesRead[], { logs, missed, end, loki, queries }: Findings): SourceReport {
  const unread = [
    ...(missed ?? ['not all logs were read before the deadline']),
    ...reads.flatMap(({ notes }) => notes),
    ...loki.failures,
  ]
  const cut = reads.filter(({ isCut }) => isCut).map(({ name }) => `${name} is too long: only its end was read`)
  const notes = [
    ...unread,
    ...logs.flatMap(describeLog),
    ...reads.flatMap((one) => clockNotes(one, end)),
    ...zoneNote(reads),
    ...cut,
    ...loki.remarks,
  ]
  const shown = fewLines(notes, MOST_NOTES, (more) => `and ${more} notes more`)
  return { source: 'log', status: statusOf(logs, unread), queries, notes: shown }
}

function statusOf(logs: readonly InstanceLog[], unread: readonly string[]): SourceReport['status'] {
  if (unread.length === 0) return 'ok'
  return logs.length === 0 ? 'failed' : 'partial'
}

function clockNotes(one: FilesRead, end: UnixSeconds): readonly string[] {
  const { writtenAt, files } = one
  if (writtenAt === undefined) return []
  return logsOf(one, end).flatMap((log) => describeClock(log, { timezone: files.timezone, writtenAt, end }))
}

/** What the times rest on where no collector tells them. */
function zoneNote(reads: readonly FilesRead[]): readonly string[] {
  const zones = reads
    .filter(({ readings }) => readings.some(({ clock }) => clock === 'logger'))
    .map(({ files }) => files.timezone)
  return zones.length === 0
    ? []
    : [`times are those of vLLM's logger, taken to be in ${[...new Set(zones)].join(', ')}`]
}
