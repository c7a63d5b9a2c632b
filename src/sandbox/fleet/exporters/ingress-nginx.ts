import type { Labels } from '../../../domain/series.ts'
import { counterFamily, histogramFamily } from '../exposition/build-family.ts'
import type { Family } from '../exposition/family.ts'
import type { Gateway } from '../traffic/gateway.ts'
import type { IngressRow } from '../traffic/ingress-stats.ts'

/** The ingress object through which the fleet is reached. */
export const INGRESS = { namespace: 'llm', ingress: 'vllm', service: 'vllm-qwen', port: 8000 } as const

/** What the ingress-nginx controller shows of its requests: one series per method and status. */
export function ingressFamilies({ stats }: Gateway): readonly Family[] {
  const rows = [...stats.rows.values()]
  return [
    counterFamily(
      { name: 'nginx_ingress_controller_requests', help: 'The total number of client requests' },
      rows.map((row) => ({ labels: labelsOf(row), read: () => row.requests })),
      undefined,
    ),
    histogramFamily(
      {
        name: 'nginx_ingress_controller_request_duration_seconds',
        help: 'The request processing time in seconds',
      },
      rows.map((row) => ({ labels: labelsOf(row), histogram: row.request })),
      undefined,
    ),
    histogramFamily(
      {
        name: 'nginx_ingress_controller_response_duration_seconds',
        help: 'The time spent on receiving the response from the upstream server',
      },
      rows.map((row) => ({ labels: labelsOf(row), histogram: row.response })),
      undefined,
    ),
  ].map(withGoEdges)
}

function labelsOf({ method, status }: IngressRow): Labels {
  return {
    canary: '',
    controller_class: 'k8s.io/ingress-nginx',
    controller_namespace: 'ingress-nginx',
    controller_pod: 'ingress-nginx-controller-7d4b9c5f6-x2kqp',
    host: 'llm.example.internal',
    ingress: INGRESS.ingress,
    method,
    namespace: INGRESS.namespace,
    path: '/',
    service: INGRESS.service,
    status,
  }
}

/** The controller names its counter without `_total`, and Go writes whole edges without a point ("1", "10"). */
function withGoEdges(family: Family): Family {
  const rows = family.rows.map((row) => {
    const name = family.type === 'counter' ? family.name : row.name
    const { le } = row.labels
    if (le === undefined || !le.endsWith('.0')) return { ...row, name }
    return { ...row, name, labels: { ...row.labels, le: le.slice(0, -2) } }
  })
  return { ...family, type: family.type === 'counter' ? 'bare_counter' : family.type, rows }
}
