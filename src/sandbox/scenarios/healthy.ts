import { gpuMemoryHigh } from './alerts.ts'
import { COMMON, fourInstances } from './building-blocks.ts'
import { EVERYDAY } from './clients.ts'
import type { Scenario } from './scenario.ts'

/** Nothing is wrong; a rule without a use fires. */
export const healthy: Scenario = {
  ...COMMON,
  id: 'healthy',
  title: 'A quiet fleet and an over-tight rule',
  expectedCause: 'healthy',
  seed: 301,
  instances: fourInstances(),
  clients: EVERYDAY,
  timeline: [],
  alert: gpuMemoryHigh('10.0.1.21:9400'),
  fixes: [],
}
