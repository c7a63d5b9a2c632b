import type { Expectations } from '../domain/evidence.ts'
import { type Seconds, type UnixSeconds, minutes, unixSeconds } from '../domain/time.ts'
import { createPrometheusSource } from '../evidence/sources/prometheus/create-source.ts'
import { createRecordingSource } from '../evidence/sources/recording/create-source.ts'
import { loadRecording } from '../evidence/sources/recording/load-recording.ts'
import type { EvidenceSource } from '../evidence/source.ts'
import type { CliIo } from './io.ts'
import type { TriageOptions } from './triage-options.ts'
import { UsageError } from './usage-error.ts'

/** What is looked at, and what is known of it. */
export interface TriageTarget {
  readonly cluster: string
  readonly sources: readonly EvidenceSource[]
  readonly expectations: Expectations
  /** Length of the window unless one is stated. */
  readonly length: Seconds
  /** Where there is nothing more to read: now, or the end of a recording. */
  readonly end: UnixSeconds
  readonly close: () => Promise<void>
}

const DEFAULT_LENGTH = minutes(10)
const DEFAULT_SELECTOR = 'job=~"vllm.*"'

/** The target the options name; the source's own errors are one line each. */
export async function openTarget(options: TriageOptions, io: CliIo): Promise<TriageTarget> {
  const { recording, prometheus } = options
  if (recording !== undefined) return recordingTarget(recording, options)
  if (prometheus !== undefined) return prometheusTarget(prometheus, options, io)
  throw new UsageError('nothing to read: give --config FILE, --prometheus URL, --recording FILE or --evidence FILE')
}

async function recordingTarget(
  path: string,
  { selector, cluster = 'recording' }: TriageOptions,
): Promise<TriageTarget> {
  const recording = await loadRecording(path)
  return {
    cluster,
    sources: [createRecordingSource(recording, selector === undefined ? {} : { selector })],
    expectations: {},
    length: DEFAULT_LENGTH,
    end: recording.end,
    close: () => Promise.resolve(),
  }
}

function prometheusTarget(
  url: string,
  { selector = DEFAULT_SELECTOR, cluster = 'default' }: TriageOptions,
  io: CliIo,
): TriageTarget {
  const source = createPrometheusSource({ url, selector })
  return {
    cluster,
    sources: [source],
    expectations: {},
    length: DEFAULT_LENGTH,
    end: unixSeconds(io.now() / 1000),
    close: source.close,
  }
}
