import { interTokenLatencyHigh } from './alerts.ts'
import { A, B, COMMON, D, fourInstances } from './building-blocks.ts'
import { TRANSLATORS } from './clients.ts'
import type { Scenario } from './scenario.ts'

/** Two true causes at once: an instance is lost while the cooling of its neighbours fails. */
export const downAndThrottling: Scenario = {
  ...COMMON,
  id: 'down-and-throttling',
  title: 'One instance is gone, and two of the others throttle',
  expectedCause: 'decode.thermal_throttle',
  expectedAlso: ['instance.down'],
  needsPeers: true,
  seed: 322,
  instances: fourInstances(),
  clients: [TRANSLATORS],
  timeline: [
    { afterOnset: 0, change: { kind: 'clock', instances: [A, B], factor: 0.55 } },
    { afterOnset: 0, change: { kind: 'stop', instances: [D] } },
  ],
  alert: interTokenLatencyHigh(0.019),
  fixes: [
    { kind: 'clock', instances: [A, B], factor: 1 },
    { kind: 'start', instances: [D] },
  ],
}
