import { gatewayDuration } from './families.ts'
import type { Signal } from './signal.ts'
import { mean } from './term-builders.ts'

/** What clients see at the gateway; the engine's end-to-end latency is inside it. */
export const gatewayLatency: Signal = {
  id: 'gateway_latency',
  title: 'latency at the gateway, mean',
  unit: 'seconds',
  exposer: 'gateway',
  witness: 'gateway',
  term: mean(gatewayDuration),
  rows: 'none',
  baselined: true,
  enableWith: "scrape ingress-nginx's controller into the same Prometheus and set the cluster's `gateway_selector`",
}
