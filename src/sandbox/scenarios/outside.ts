import { gatewayLatencyHigh } from './alerts.ts'
import { COMMON, fourInstances } from './building-blocks.ts'
import { EVERYDAY } from './clients.ts'
import type { Scenario } from './scenario.ts'

/** The ingress is short of CPU; every stage inside the engines is as before. */
export const outside: Scenario = {
  ...COMMON,
  id: 'outside',
  title: 'The gateway adds seconds, the engines none',
  expectedCause: 'outside',
  seed: 313,
  instances: fourInstances(),
  clients: EVERYDAY,
  timeline: [{ afterOnset: 0, change: { kind: 'gateway', overheadSeconds: 4 } }],
  alert: gatewayLatencyHigh(8),
  fixes: [{ kind: 'gateway', overheadSeconds: 0.012 }],
}
