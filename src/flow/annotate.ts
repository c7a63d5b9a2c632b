import type { Annotation } from '../evidence/changes/open-grafana.ts'
import type { Logger } from '../lib/logger.ts'
import type { Cluster } from './cluster.ts'

/** Marks incidents on the dashboards of those clusters that want it. A Grafana that is away costs the mark and no more. */
export function createAnnotator(clusters: readonly Cluster[], log: Logger) {
  return async (cluster: string, annotation: Annotation): Promise<void> => {
    const grafana = clusters.find(({ name }) => name === cluster)?.grafana
    try {
      await grafana?.annotate?.(annotation)
    } catch (error) {
      log.warn({ step: 'record', cluster, error }, 'incident not marked in grafana')
    }
  }
}
