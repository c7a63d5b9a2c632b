import type { Seconds, UnixSeconds } from '../domain/time.ts'
import { seconds } from '../domain/time.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { TriageResult } from '../report/triage-result.ts'
import type { Cluster } from './cluster.ts'
import type { ChangesIn } from './known-changes.ts'
import type { ReadRequest } from './read-cluster.ts'
import { SHORTEST_WINDOW, readCluster } from './read-cluster.ts'

export interface ReaderOptions {
  readonly clusters: readonly Cluster[]
  readonly deadlineSeconds: Seconds
  readonly now: () => UnixSeconds
  readonly changesIn?: ChangesIn
  readonly metrics: Metrics
  readonly runbookUrl?: string
}

/** Reads the cluster that a request's scope names. An unknown cluster has no source, and the diagnosis says that. */
export function createReader({ clusters, deadlineSeconds, now, metrics, ...links }: ReaderOptions) {
  return async (request: ReadRequest): Promise<TriageResult> => {
    const { scope } = request
    const cluster = clusters.find(({ name }) => name === scope.cluster) ?? unknownCluster(scope.cluster)
    const window = seconds(Math.max(request.window, SHORTEST_WINDOW))
    const options = { deadlineSeconds, now: now(), stopwatch: () => performance.now(), ...links }
    const result = await readCluster(cluster, { ...request, window }, options)
    for (const { source, status, queries } of result.evidence.sources) {
      metrics.queries.inc({ source, result: status }, queries)
    }
    return result
  }
}

function unknownCluster(name: string): Cluster {
  return {
    name,
    sources: [],
    expectations: {},
    start: () => undefined,
    close: () => Promise.resolve(),
  }
}
