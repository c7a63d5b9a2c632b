import { gpuMemoryHigh } from './alerts.ts'
import { COMMON, fourInstances } from './building-blocks.ts'
import type { Scenario } from './scenario.ts'

/** Nobody asks anything: silence is not trouble. */
export const idle: Scenario = {
  ...COMMON,
  id: 'idle',
  title: 'No traffic at all',
  expectedCause: 'benign.mem_prealloc',
  seed: 302,
  instances: fourInstances(),
  clients: [],
  timeline: [],
  alert: gpuMemoryHigh('10.0.1.21:9400'),
  fixes: [],
}
