import { latencyHigh } from './alerts.ts'
import { COMMON, fourInstances } from './building-blocks.ts'
import { EVERYDAY } from './clients.ts'
import type { Scenario } from './scenario.ts'

/** The event loop is blocked: requests wait before and after the engine, not in it. */
export const apiServer: Scenario = {
  ...COMMON,
  id: 'api-server',
  title: 'The API servers are short of CPU',
  expectedCause: 'frontend',
  seed: 314,
  instances: fourInstances(),
  clients: EVERYDAY,
  timeline: [{ afterOnset: 0, change: { kind: 'frontend', instances: 'all', seconds: 3.5 } }],
  alert: latencyHigh(7),
  fixes: [{ kind: 'frontend', instances: 'all', seconds: 0.024 }],
}
