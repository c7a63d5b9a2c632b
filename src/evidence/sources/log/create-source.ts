import type { SourceReport } from '../../../domain/evidence.ts'
import type { AbsentReason, Reading } from '../../../domain/reading.ts'
import type { Series } from '../../../domain/series.ts'
import { type UnixSeconds, earlier, unixSeconds } from '../../../domain/time.ts'
import { createSeriesIndex } from '../../../signals/evaluate/series-index.ts'
import { createZone } from '../../../vllm-log/wall-clock.ts'
import type { EvidenceSource, GatherRequest, SourceAnswer } from '../../source.ts'
import type { Layout } from '../reader/layout.ts'
import { readSignals } from '../reader/read-signals.ts'
import { createRecordingBackend } from '../recording/backend.ts'
import { type LogFiles, LogConfigError } from './config.ts'
import { describeClock, describeLog } from './describe-log.ts'
import { type InstanceLog, LOOK_BACK, toInstanceLogs } from './instance-log.ts'
import { type FilesRead, type ZonedFiles, readFiles } from './read-files.ts'
import { toSeries } from './to-series.ts'

const LAYOUT: Layout = { exposers: ['log'], engines: [], gpus: [], nodes: [], gateway: [], instanceLabel: 'instance' }
/** A report on a fleet in which everything fails is still read by a person. */
const MOST_NOTES = 24

/**
 * Evidence from the files into which vLLM writes its log: of each the end that the window and the hour before it need.
 *
 * @param machineZone the IANA zone of this machine, in which logs are taken to be written unless stated
 * @throws LogConfigError, in one line, for a zone that does not exist
 */
export function createLogSource(files: readonly LogFiles[], machineZone: string): EvidenceSource {
  const wanted = files.map((one) => toZoned(one, machineZone))

  async function gather(request: GatherRequest): Promise<SourceAnswer> {
    const { window, deadline } = request
    const reads: FilesRead[] = []
    const work = readFiles(wanted, { from: startOf(request), deadline, onRead: (read) => reads.push(read) })
    const missed = await Promise.race([work, untilAborted(deadline)])
    const done = [...reads]
    const logs = done.flatMap((read) => logsOf(read, window.end))
    const series = logs.flatMap((log) => toSeries(log, window.end))
    const readings = await read(series, request, missed === undefined ? 'timeout' : 'no_samples')
    return { readings, report: reportOf(done, { logs, missed, end: window.end }) }
  }
  return { name: 'log', gather }
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
}

function reportOf(reads: readonly FilesRead[], { logs, missed, end }: Findings): SourceReport {
  const unread = [...(missed ?? ['not all logs were read before the deadline']), ...reads.flatMap(({ notes }) => notes)]
  const cut = reads.filter(({ isCut }) => isCut).map(({ name }) => `${name} is too long: only its end was read`)
  const notes = [
    ...unread,
    ...logs.flatMap(describeLog),
    ...reads.flatMap((one) => clockNotes(one, end)),
    ...zoneNote(reads),
    ...cut,
  ]
  const shown = notes.slice(0, MOST_NOTES)
  const more = notes.length > MOST_NOTES ? [`and ${notes.length - MOST_NOTES} notes more`] : []
  return { source: 'log', status: statusOf(logs, unread), queries: 0, notes: [...shown, ...more] }
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
