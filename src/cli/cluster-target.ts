import { UNKNOWN_CLUSTER } from '../alerts/scope-of.ts'
import type { ClusterConfig, Config } from '../config/config.ts'
import { loadClusters } from '../config/load.ts'
import type { Scope } from '../domain/scope.ts'
import { openCluster } from '../flow/cluster.ts'
import { scopeOfAlerts } from './read-alerts.ts'
import type { TargetInput, TriageTarget } from './target.ts'
import { UsageError } from './usage-error.ts'

/**
 * The cluster of a configuration that the options or the alerts are about.
 *
 * @throws ConfigError, or UsageError when it cannot be told which cluster is meant
 */
export function clusterTarget(path: string, { options, alerts, now }: TargetInput): TriageTarget {
  const config = loadClusters(path, process.env)
  const alerted = alerts === undefined ? undefined : scopeOfAlerts(alerts, config.clusters)
  const cluster = pickCluster(config, options.cluster ?? alerted?.cluster)
  const scope: Scope = {
    ...(alerted?.cluster === cluster.name ? alerted : {}),
    cluster: cluster.name,
    ...(options.model === undefined ? {} : { modelName: options.model }),
  }
  return {
    cluster: openCluster(cluster),
    scope,
    length: config.triage.window,
    deadlineSeconds: config.triage.deadline,
    readableUntil: now,
    ...(config.runbookUrl === undefined ? {} : { runbookUrl: config.runbookUrl }),
  }
}

/** @throws UsageError when it cannot be told which cluster is meant */
export function pickCluster({ clusters }: Pick<Config, 'clusters'>, wanted: string | undefined): ClusterConfig {
  const names = clusters.map(({ name }) => name).join(', ')
  const found = clusters.find(({ name }) => name === wanted)
  if (found !== undefined) return found
  const [only, ...others] = clusters
  if (wanted === undefined || wanted === UNKNOWN_CLUSTER) {
    if (only !== undefined && others.length === 0) return only
    throw new UsageError(`which cluster? name one with --cluster: ${names}`)
  }
  throw new UsageError(`there is no cluster "${wanted}" in the configuration; name one with --cluster: ${names}`)
}
