import { interTokenLatencyHigh } from './alerts.ts'
import { COMMON, fourInstances } from './building-blocks.ts'
import { TRANSLATORS } from './clients.ts'
import type { Scenario } from './scenario.ts'

/** The cooling of the row fails: all four clocks fall by a third under the same load. */
export const gpuThrottling: Scenario = {
  ...COMMON,
  id: 'gpu-throttling',
  title: 'The GPUs throttle at their temperature limit',
  expectedCause: 'decode.thermal_throttle',
  seed: 309,
  instances: fourInstances(),
  clients: [TRANSLATORS],
  timeline: [{ afterOnset: 0, change: { kind: 'clock', instances: 'all', factor: 0.65 } }],
  alert: interTokenLatencyHigh(0.023),
  fixes: [{ kind: 'clock', instances: 'all', factor: 1 }],
}
