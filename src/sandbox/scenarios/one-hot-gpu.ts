import { interTokenLatencyHigh } from './alerts.ts'
import { C, COMMON, fourInstances } from './building-blocks.ts'
import { TRANSLATORS } from './clients.ts'
import type { Scenario } from './scenario.ts'

/** The fan of one node stops: its GPU protects itself, its three peers are as fast as ever. */
export const oneHotGpu: Scenario = {
  ...COMMON,
  id: 'one-hot-gpu',
  title: 'One of four GPUs throttles at its temperature limit',
  expectedCause: 'decode.thermal_throttle',
  seed: 318,
  instances: fourInstances(),
  clients: [TRANSLATORS],
  timeline: [{ afterOnset: 0, change: { kind: 'clock', instances: [C], factor: 0.5 } }],
  alert: interTokenLatencyHigh(0.019),
  fixes: [{ kind: 'clock', instances: [C], factor: 1 }],
}
