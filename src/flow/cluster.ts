import type { ClusterConfig, ServerConfig } from '../config/config.ts'
import type { Expectations } from '../domain/evidence.ts'
import type { EvidenceSource } from '../evidence/source.ts'
import type { PrometheusConfig } from '../evidence/sources/prometheus/config.ts'
import { createPrometheusSource } from '../evidence/sources/prometheus/create-source.ts'

/** A cluster with its sources open. */
export interface Cluster {
  readonly name: string
  readonly sources: readonly EvidenceSource[]
  readonly expectations: Expectations
  readonly close: () => Promise<void>
}

/**
 * Opens a cluster's sources; nothing is asked of them yet.
 *
 * @throws SelectorError or PrometheusConfigError, in one line, when a setting is wrong
 */
export function openCluster(config: ClusterConfig): Cluster {
  const { name, expectedInstances, maxNumSeqs } = config
  const prometheus = prometheusConfigOf(config)
  const sources = prometheus === undefined ? [] : [createPrometheusSource(prometheus)]
  const expectations = {
    ...(expectedInstances === undefined ? {} : { instances: expectedInstances }),
    ...(maxNumSeqs === undefined ? {} : { maxNumSeqs }),
  }
  const close = async (): Promise<void> => void (await Promise.all(sources.map((source) => source.close())))
  return { name, sources, expectations, close }
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

/** Secrets are revealed here, to be held by the source alone. */
export function serverOf({ bearerToken, basicAuth, ...server }: ServerConfig): Omit<PrometheusConfig, 'selector'> {
  return {
    ...server,
    ...(bearerToken === undefined ? {} : { bearerToken: bearerToken.reveal() }),
    ...(basicAuth === undefined
      ? {}
      : { basicAuth: { username: basicAuth.username, password: basicAuth.password.reveal() } }),
  }
}
