import { instanceDown } from './alerts.ts'
import { B, COMMON, fourInstances } from './building-blocks.ts'
import { EVERYDAY } from './clients.ts'
import type { Scenario } from './scenario.ts'

/** A card falls off the bus (XID 79), and the instance on it with it. */
export const gpuFault: Scenario = {
  ...COMMON,
  id: 'gpu-fault',
  title: 'A GPU is lost, and its instance does not come back',
  expectedCause: 'engine.crash.hw_fault',
  seed: 319,
  instances: fourInstances(),
  clients: EVERYDAY,
  timeline: [
    { afterOnset: 0, change: { kind: 'xid', instances: [B], code: 79 } },
    { afterOnset: 2, change: { kind: 'stop', instances: [B] } },
  ],
  alert: instanceDown(B),
  fixes: [{ kind: 'start', instances: [B] }],
}
