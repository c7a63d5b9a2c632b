import type { Scope } from '../domain/scope.ts'
import { DEFAULTS } from '../config/defaults.ts'
import { minutes } from '../domain/time.ts'
import { createAccessLogClients } from '../clients/access-log-source.ts'
import type { ClientSource } from '../clients/client-source.ts'
import { createSeriesClients } from '../clients/series/create-series-clients.ts'
import type { EvidenceSource } from '../evidence/source.ts'
import { createPrometheusSource } from '../evidence/sources/prometheus/create-source.ts'
import { createRecordingSource } from '../evidence/sources/recording/create-source.ts'
import { loadRecording } from '../evidence/sources/recording/load-recording.ts'
import type { Cluster } from '../flow/cluster.ts'
import { clusterTarget } from './cluster-target.ts'
import { configPath } from './config-path.ts'
import { scopeOfAlerts } from './read-alerts.ts'
import { checkInput } from './read-input.ts'
import type { TargetInput, TriageTarget } from './target.ts'
import { UsageError } from './usage-error.ts'

/** A file does not keep one waiting, however slow the machine is. */
const FILE_DEADLINE = minutes(1)

/** The target the options name; an error of a source's settings is one line. */
export async function openTarget(input: TargetInput): Promise<TriageTarget> {
  const { recording, prometheus } = input.options
  if (recording !== undefined) return recordingTarget(recording, input)
  if (prometheus !== undefined) return prometheusTarget(prometheus, input)
  const config = configPath(input.options.config)
  if (config !== undefined) return clusterTarget(config, input)
  throw new UsageError('nothing to read: give --config FILE, --prometheus URL, --recording FILE or --evidence FILE')
}

async function recordingTarget(path: string, input: TargetInput): Promise<TriageTarget> {
  await checkInput(path, '--recording')
  const recording = await loadRecording(path)
  const { selector } = input.options
  const source = createRecordingSource(recording, selector === undefined ? {} : { selector })
  const scope = scopeFor(input, 'recording')
  const close = (): Promise<void> => Promise.resolve()
  const cluster = clusterOf(scope, { source, clients: logsOf(input), close })
  return { cluster, scope, length: DEFAULTS.window, deadlineSeconds: FILE_DEADLINE, readableUntil: recording.end }
}

function prometheusTarget(url: string, input: TargetInput): TriageTarget {
  const source = createPrometheusSource({ url, selector: input.options.selector ?? DEFAULTS.selector })
  const scope = scopeFor(input, 'default')
  const series = createSeriesClients({ server: { url } })
  const close = async (): Promise<void> => void (await Promise.all([source.close(), series.close()]))
  const cluster = clusterOf(scope, { source, clients: [...logsOf(input), series], close })
  return { cluster, scope, length: DEFAULTS.window, deadlineSeconds: DEFAULTS.deadline, readableUntil: input.now }
}

interface Sources {
  readonly source: EvidenceSource
  readonly clients: readonly ClientSource[]
  readonly close: Cluster['close']
}

function clusterOf({ cluster: name }: Scope, { source, clients, close }: Sources): Cluster {
  return { name, sources: [source], clientSources: clients, expectations: {}, start: () => undefined, close }
}

/** The access logs that were named on the command line. */
function logsOf({ options: { accessLog = [] } }: TargetInput): readonly ClientSource[] {
  return accessLog.length === 0 ? [] : [createAccessLogClients({ paths: accessLog })]
}

/** The alerts' scope, with what was stated on the command line instead. */
function scopeFor({ options, alerts }: TargetInput, name: string): Scope {
  const { cluster = name, model } = options
  const alerted = alerts === undefined ? undefined : scopeOfAlerts(alerts, [{ name: cluster, match: {} }])
  return { cluster, ...alerted, ...(model === undefined ? {} : { modelName: model }) }
}
