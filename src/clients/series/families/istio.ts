import type { Matcher } from '../../../domain/matcher.ts'
import { type SeriesFamily, type SeriesVariant, firstOf, is, matches, notLimited, within } from '../family.ts'

/** Both ends of a connection count each request, so one of them is read: the serving end sees what arrived. */
const REPORTERS = ['destination', 'waypoint', 'source'] as const
const DESTINATIONS = ['destination_workload', 'destination_service_name', 'destination_app'] as const
/** 5xx, and 0 where the client went away before an answer. */
const FAILED = '5[0-9][0-9]|0'

/** Istio's standard metrics, https://istio.io/latest/docs/reference/config/metrics/ */
export function istio(destinations: string): SeriesFamily {
  return {
    source: 'istio',
    identities: [
      { identity: 'workload', ...within('source_workload_namespace', 'source_workload') },
      { identity: 'workload', ...firstOf('source_canonical_service', 'source_app') },
    ],
    variants: REPORTERS.flatMap((reporter) =>
      DESTINATIONS.map((label) =>
        variantOf([is('reporter', reporter), matches(label, destinations), notLimited('response_code')]),
      ),
    ),
    mend: 'put the clients into the mesh: without a sidecar source_workload is unknown',
  }
}

function variantOf(where: readonly Matcher[]): SeriesVariant {
  return {
    requests: { names: ['istio_requests_total'], where },
    measures: [
      ['failures', [{ names: ['istio_requests_total'], where, of: [matches('response_code', FAILED)] }]],
      ['requestBytes', [{ names: ['istio_request_bytes_sum'], where }]],
      ['busySeconds', [{ names: ['istio_request_duration_milliseconds_sum'], where, factor: 0.001 }]],
    ],
    note: 'Istio counts every HTTP request to these workloads, scrapes and health checks included',
  }
}
