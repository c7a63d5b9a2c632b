import type { History } from '../../../domain/history.ts'
import { type UnixSeconds, earlier, minutes, seconds, unixSeconds } from '../../../domain/time.ts'
import type { Signal } from '../../../signals/signal.ts'
import type { EvidenceSource, GatherRequest, HistoryRequest, SourceAnswer } from '../../source.ts'
import type { Outcome } from '../reader/backend.ts'
import type { Layout } from '../reader/layout.ts'
import { readSignals } from '../reader/read-signals.ts'
import { readTracks } from '../reader/read-tracks.ts'
import { createRecordingBackend } from '../recording/backend.ts'
import type { EngineHistory } from './history.ts'
import { watchedSince } from './watched.ts'

/** Evidence from a history alone, as it stands; nothing is scraped for it. */
export function createHistorySource(history: EngineHistory): EvidenceSource {
  return {
    name: 'engine',
    gather: (request) => readHistory(history, request),
    history: (request) => readWatched(history, request),
  }
}

const LAYOUT: Layout = {
  exposers: ['engine', 'scrape', 'direct'],
  engines: [],
  gpus: [],
  nodes: [],
  gateway: [],
  instanceLabel: 'instance',
}
/** Restarts look back farthest of what is no baseline, and an instant looks back five minutes. */
const LOOK_BACK = seconds(minutes(30) + minutes(5))

/** Reads a history as a store of series would be, as far as it reaches back. */
export async function readHistory(history: EngineHistory, request: GatherRequest): Promise<SourceAnswer> {
  const start = history.start()
  const { end } = request.window
  if (start === undefined || start > end) return nothingYet(request, start)
  // A range does not hold what lies exactly at its start.
  const since = earlier(start, seconds(0.001))
  const { request: reachable, withheld, notes } = watchedSince(since, request)
  const starts = [end, ...reachable.baselines.map((baseline) => baseline.start)]
  const series = history.series(earlier(unixSeconds(Math.min(...starts)), LOOK_BACK))
  const backend = createRecordingBackend({ name: 'engine', series, time: end, rangeStart: 'open' })
  const { readings, report } = await readSignals(backend, LAYOUT, reachable)
  const detail = 'not watched for long enough yet'
  return {
    readings: [...readings, ...withheld.map((signal) => unread(signal, detail))],
    report: {
      ...report,
      ...(reachable.window.start > request.window.start && { isCut: true }),
      notes: [...notes, ...report.notes],
    },
  }
}

/** What was watched of an incident's time, for a chart: what lies before it has no numbers. */
export async function readWatched(history: EngineHistory, request: HistoryRequest): Promise<Outcome<History>> {
  const [first = unixSeconds(0), end = first] = [request.times[0], request.times.at(-1)]
  const series = history.series(earlier(first, LOOK_BACK))
  const backend = createRecordingBackend({ name: 'engine', series, time: end, rangeStart: 'open' })
  return readTracks(backend, LAYOUT, request)
}

function nothingYet({ signals }: GatherRequest, start: UnixSeconds | undefined): SourceAnswer {
  const note = start === undefined ? 'no engine has been scraped yet' : 'engines were not watched yet at that time'
  return {
    readings: signals.map((signal) => unread(signal, note)),
    report: { source: 'engine', status: 'failed', queries: 0, notes: [note] },
  }
}

function unread({ id, exposer }: Signal, detail: string): SourceAnswer['readings'][number] {
  return LAYOUT.exposers.includes(exposer)
    ? { status: 'absent', signal: id, reason: 'no_samples', detail }
    : { status: 'absent', signal: id, reason: 'not_configured' }
}
