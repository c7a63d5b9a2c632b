import { type Alertmanager, openAlertmanager } from '../alertmanager/open-alertmanager.ts'
import type { ClusterConfig, GrafanaSettings } from '../config/config.ts'
import type { Expectations } from '../domain/evidence.ts'
import { type Grafana, openGrafana } from '../evidence/changes/open-grafana.ts'
import type { EvidenceSource } from '../evidence/source.ts'
import { createEngineSource } from '../evidence/sources/engine/create-source.ts'
import type { FindingKind } from '../evidence/sources/engine/finding.ts'
import { createLogSource } from '../evidence/sources/log/create-source.ts'
import type { Controls } from '../slack/render-buttons.ts'
import type { PrometheusConfig } from '../evidence/sources/prometheus/config.ts'
import { createPrometheusSource } from '../evidence/sources/prometheus/create-source.ts'
import type { ClientSource } from '../clients/client-source.ts'
import type { KnownClients } from './known-clients.ts'
import { knownClientsOf, openClientSources } from './open-clients.ts'
import { serverOf } from './server-of.ts'

/** A cluster with its sources open. */
export interface Cluster {
  readonly name: string
  readonly sources: readonly EvidenceSource[]
  /** What can say who sends the load; nobody is asked where there are none. */
  readonly clientSources?: readonly ClientSource[]
  readonly knownClients?: KnownClients
  readonly expectations: Expectations
  /** Where its changes are marked, and conclusions if wanted. */
  readonly grafana?: Pick<Grafana, 'changesIn'> & Partial<Pick<Grafana, 'annotate'>>
  /** Where its alerts are silenced. */
  readonly alertmanager?: Alertmanager
  /** What its cards offer. */
  readonly controls?: Controls
  /** Begins to watch what keeps its own history; a single triage does without. */
  readonly start: () => void
  readonly close: () => Promise<void>
}

/**
 * Opens a cluster's sources; nothing is asked of them yet.
 *
 * @param onFinding told of each look at an engine
 * @throws SelectorError, ConnectionConfigError or LogConfigError, in one line, when a setting is wrong
 */
export function openCluster(config: ClusterConfig, onFinding?: (kind: FindingKind) => void): Cluster {
  const { name, expectedInstances, maxNumSeqs } = config
  const prometheus = prometheusConfigOf(config)
  const engines = config.engines.map((engine) => ({ ...serverOf(engine), instance: engine.instance }))
  const stored = prometheus === undefined ? [] : [createPrometheusSource(prometheus)]
  const direct =
    engines.length === 0
      ? []
      : [createEngineSource({ engines, interval: config.scrapeInterval }, onFinding && { onFinding })]
  const lokis = config.lokis.map(({ query, instanceLabel, ...server }) => ({
    ...serverOf(server),
    query,
    ...(instanceLabel !== undefined && { instanceLabel }),
  }))
  const hasLogs = config.logs.length + lokis.length > 0
  const logs = hasLogs ? [createLogSource(config.logs, machineZone(), lokis)] : []
  const sources = [...stored, ...direct, ...logs]
  const expectations = {
    ...(expectedInstances === undefined ? {} : { instances: expectedInstances }),
    ...(maxNumSeqs === undefined ? {} : { maxNumSeqs }),
  }
  const grafana = config.grafana === undefined ? undefined : openGrafanaOf(config.grafana)
  const alertmanager =
    config.alertmanagers.length === 0 ? undefined : openAlertmanager(config.alertmanagers.map(serverOf))
  const clientSources = openClientSources(config)
  const close = async (): Promise<void> =>
    void (await Promise.all(
      [
        ...stored,
        ...direct,
        ...logs,
        ...clientSources,
        ...(grafana === undefined ? [] : [grafana]),
        ...(alertmanager === undefined ? [] : [alertmanager]),
      ].map((source) => source.close()),
    ))
  const start = (): void => {
    for (const source of direct) source.start()
    for (const source of clientSources) source.start?.()
  }
  return {
    name,
    sources,
    clientSources,
    knownClients: knownClientsOf(config.clients),
    expectations,
    controls: { canSilence: alertmanager !== undefined, links: config.links },
    start,
    close,
    ...(grafana !== undefined && { grafana }),
    ...(alertmanager !== undefined && { alertmanager }),
  }
}

function openGrafanaOf({ tags, isAnnotated, ...server }: GrafanaSettings) {
  const { changesIn, annotate, close } = openGrafana({ ...serverOf(server), tags })
  return { changesIn, close, ...(isAnnotated && { annotate }) }
}

/** vLLM's logger writes local time without saying where that is. */
function machineZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Where the cluster is found in its Prometheus, and how to be let in; undefined where it has none. */
export function prometheusConfigOf(cluster: ClusterConfig): PrometheusConfig | undefined {
  const { selector, gpuSelector, nodeSelector, gatewaySelector, instanceLabel, prometheus } = cluster
  if (prometheus === undefined) return undefined
  return {
    ...serverOf(prometheus),
    selector,
    instanceLabel,
    ...(gpuSelector === undefined ? {} : { gpuSelector }),
    ...(nodeSelector === undefined ? {} : { nodeSelector }),
    ...(gatewaySelector === undefined ? {} : { gatewaySelector }),
  }
}
