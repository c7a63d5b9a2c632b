import type { AlertGroup } from '../domain/alert.ts'
import type { Expectations } from '../domain/evidence.ts'
import type { Scope } from '../domain/scope.ts'
import { type Seconds, type UnixSeconds, minutes } from '../domain/time.ts'
import { createPrometheusSource } from '../evidence/sources/prometheus/create-source.ts'
import { createRecordingSource } from '../evidence/sources/recording/create-source.ts'
import { loadRecording } from '../evidence/sources/recording/load-recording.ts'
import type { EvidenceSource } from '../evidence/source.ts'
import { scopeOfAlerts } from './read-alerts.ts'
import { checkInput } from './read-input.ts'
import type { TriageOptions } from './triage-options.ts'
import { UsageError } from './usage-error.ts'

/** What is looked at, and what is known of it. */
export interface TriageTarget {
  readonly scope: Scope
  readonly sources: readonly EvidenceSource[]
  readonly expectations: Expectations
  /** Length of the window unless one is stated. */
  readonly length: Seconds
  /** Where there is nothing more to read: now, or the end of a recording. */
  readonly end: UnixSeconds
  readonly close: () => Promise<void>
}

export interface TargetInput {
  readonly options: TriageOptions
  readonly alerts: AlertGroup | undefined
  readonly now: UnixSeconds
}

const DEFAULT_LENGTH = minutes(10)
const DEFAULT_SELECTOR = 'job=~"vllm.*"'

/** The target the options name; an error of a source's settings is one line. */
export async function openTarget(input: TargetInput): Promise<TriageTarget> {
  const { recording, prometheus } = input.options
  if (recording !== undefined) return recordingTarget(recording, input)
  if (prometheus !== undefined) return prometheusTarget(prometheus, input)
  throw new UsageError('nothing to read: give --config FILE, --prometheus URL, --recording FILE or --evidence FILE')
}

async function recordingTarget(path: string, input: TargetInput): Promise<TriageTarget> {
  await checkInput(path, '--recording')
  const recording = await loadRecording(path)
  const { selector } = input.options
  return {
    scope: scopeFor(input, 'recording'),
    sources: [createRecordingSource(recording, selector === undefined ? {} : { selector })],
    expectations: {},
    length: DEFAULT_LENGTH,
    end: recording.end,
    close: () => Promise.resolve(),
  }
}

function prometheusTarget(url: string, input: TargetInput): TriageTarget {
  const source = createPrometheusSource({ url, selector: input.options.selector ?? DEFAULT_SELECTOR })
  return {
    scope: scopeFor(input, 'default'),
    sources: [source],
    expectations: {},
    length: DEFAULT_LENGTH,
    end: input.now,
    close: source.close,
  }
}

/** The alerts' scope, with what was stated on the command line instead. */
function scopeFor({ options, alerts }: TargetInput, name: string): Scope {
  const { cluster = name, model } = options
  const alerted = alerts === undefined ? undefined : scopeOfAlerts(alerts, [{ name: cluster, match: {} }])
  return { cluster, ...alerted, ...(model === undefined ? {} : { modelName: model }) }
}
