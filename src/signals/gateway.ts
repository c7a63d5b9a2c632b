import { gatewayDuration } from './families.ts'
import type { Signal } from './signal.ts'
import { mean } from './term-builders.ts'

const GATEWAY = {
  exposer: 'gateway',
  witness: 'gateway',
  rows: 'none',
  enableWith: "scrape ingress-nginx's controller into the same Prometheus and set the cluster's `gateway_selector`",
} as const

/** What clients see at the gateway; the engine's end-to-end latency is inside it. */
export const gatewayLatency: Signal = {
  ...GATEWAY,
  id: 'gateway_latency',
  title: 'latency at the gateway, mean',
  unit: 'seconds',
  term: mean(gatewayDuration),
  baselined: true,
}

/** Beside the engines' own count it tells whether the gateway serves this fleet alone. */
export const gatewayRequests: Signal = {
  ...GATEWAY,
  id: 'gateway_requests',
  title: 'requests at the gateway',
  unit: 'requests/s',
  term: { kind: 'histogram', family: gatewayDuration, stat: 'rate' },
  baselined: false,
}
