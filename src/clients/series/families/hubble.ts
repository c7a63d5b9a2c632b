import type { Labels } from '../../../domain/series.ts'
import { type SeriesFamily, type SeriesIdentity, firstOf, is, matches, notLimited, within } from '../family.ts'

const NAMES = ['hubble_http_requests_total']
/** As for Istio: a request may be seen at both of its ends. Before `reporter` there was one. */
const REPORTERS = ['server', '', 'client', 'unknown'] as const
const DESTINATIONS = ['destination_workload', 'destination', 'destination_pod', 'destination_service'] as const
/** What a Deployment's pod has behind its name: the hash of its ReplicaSet and five characters of its own. */
const POD_ENDING = /-[a-z0-9]{6,10}-[a-z0-9]{5}$/

/** Pods of one workload are one client. */
function byWorkload(inner: Pick<SeriesIdentity, 'labels' | 'nameOf'>): SeriesIdentity {
  return {
    identity: 'workload',
    labels: inner.labels,
    nameOf: (labels: Labels) => inner.nameOf(labels).replace(POD_ENDING, ''),
  }
}

/** Cilium's `httpV2` metrics; which labels there are is a matter of its labelsContext and sourceContext. */
export function hubble(destinations: string): SeriesFamily {
  return {
    source: 'hubble',
    identities: [
      { identity: 'workload', ...within('source_namespace', 'source_workload') },
      byWorkload(firstOf('source')),
      byWorkload(within('source_namespace', 'source_pod')),
      { identity: 'workload', ...firstOf('source_app') },
      { identity: 'address', ...firstOf('source_ip') },
    ],
    variants: REPORTERS.flatMap((reporter) =>
      DESTINATIONS.map((label) => {
        // Inference is POSTed; a method that is not told may be it.
        const where = [
          is('reporter', reporter),
          matches(label, destinations),
          matches('method', 'POST|'),
          notLimited('status'),
        ]
        return {
          requests: { names: NAMES, where },
          measures: [['failures', [{ names: NAMES, where, of: [matches('status', '5[0-9][0-9]|0')] }]]],
        }
      }),
    ),
    mend: 'set labelsContext=source_namespace,source_workload,destination_workload on the httpV2 metrics',
  }
}
