import type { Alert } from '../domain/alert.ts'
import type { Scope } from '../domain/scope.ts'
import type { Labels } from '../domain/series.ts'

/** Which alerts are a cluster's: those that carry all of `match`. */
export interface ClusterRoute {
  readonly name: string
  readonly match: Labels
}

/** The cluster named for an alert that no configured one claims and that names none itself. */
export const UNKNOWN_CLUSTER = 'unknown'

/**
 * Whose trouble an alert tells of. The only cluster takes all alerts. Of several, the first that matches takes it; an
 * alert that none claims keeps the name it gives itself, so that it is shown rather than lost.
 */
export function scopeOf(alert: Alert, clusters: readonly ClusterRoute[]): Scope {
  const [only, ...others] = clusters
  const route = others.length === 0 ? only : clusters.find(({ match }) => carries(alert.labels, match))
  const cluster = route?.name ?? (alert.labels['cluster'] || UNKNOWN_CLUSTER)
  const modelName = alert.labels['model_name'] || alert.labels['model']
  const instance = alert.labels['instance']
  return { cluster, ...(modelName && { modelName }), ...(instance && { instance }) }
}

function carries(labels: Labels, match: Labels): boolean {
  const wanted = Object.entries(match)
  return wanted.length > 0 && wanted.every(([name, value]) => labels[name] === value)
}
