import type { History } from '../../../domain/history.ts'
import type { Matcher } from '../../../domain/matcher.ts'
import type { UnixSeconds } from '../../../domain/time.ts'
import { escapeRegex } from '../../../signals/escape.ts'
import type { RangeStart } from '../../../signals/evaluate/at-time.ts'
import type { SeriesIndex } from '../../../signals/evaluate/series-index.ts'
import type { EvidenceSource, GatherRequest, HistoryRequest, SourceAnswer } from '../../source.ts'
import type { Outcome, RangeBackend } from '../reader/backend.ts'
import { type LayoutText, parseLayout } from '../reader/parse-layout.ts'
import { readSignals } from '../reader/read-signals.ts'
import { readTracks } from '../reader/read-tracks.ts'
import { createRecordingBackend } from './backend.ts'
import type { Recording } from './load-recording.ts'

export interface RecordingOptions extends LayoutText {
  /** `open`, as Prometheus 3 reads ranges, unless stated. */
  readonly rangeStart?: RangeStart
}

/** It always has a history. */
type RecordingSource = Required<EvidenceSource>

/**
 * Evidence from recorded samples. Without a selector the instances are those of the jobs that show vLLM's metrics.
 *
 * @throws SelectorError, in one line, when a selector is wrong
 */
export function createRecordingSource(recording: Recording, options: RecordingOptions = {}): RecordingSource {
  const { rangeStart = 'open' } = options
  const stated = parseLayout(options)
  const layout = options.selector === undefined ? { ...stated, engines: vllmJobs(recording.series) } : stated

  const backendAt = (time: UnixSeconds): RangeBackend =>
    createRecordingBackend({ name: 'recording', series: recording.series, time, rangeStart })

  async function gather(request: GatherRequest): Promise<SourceAnswer> {
    const { readings, report } = await readSignals(backendAt(request.window.end), layout, request)
    return { readings, report: { ...report, notes: [...malformedNotes(recording), ...report.notes] } }
  }
  const history = (request: HistoryRequest): Promise<Outcome<History>> =>
    readTracks(backendAt(recording.end), layout, request)
  return { name: 'recording', gather, history }
}

function vllmJobs({ byName }: SeriesIndex): readonly Matcher[] {
  const series = [...byName].flatMap(([name, columns]) => (/^vllm[:_.]/.test(name) ? columns : []))
  const jobs = new Set(series.flatMap(({ labels }) => labels['job'] ?? []))
  return jobs.size === 0 ? [] : [{ name: 'job', op: '=~', value: [...jobs].map(escapeRegex).join('|') }]
}

function malformedNotes({ malformed, firstMalformed, isTruncated = false }: Recording): readonly string[] {
  const skipped = `${malformed} lines of the recording are no samples with a time and were skipped, first line ${firstMalformed}`
  return [
    ...(malformed === 0 ? [] : [skipped]),
    ...(isTruncated ? ['the recording ends in the middle of a line, which was left out'] : []),
  ]
}
