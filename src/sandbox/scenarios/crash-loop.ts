import { restarting } from './alerts.ts'
import { B, COMMON, fourInstances } from './building-blocks.ts'
import { EVERYDAY } from './clients.ts'
import type { Scenario } from './scenario.ts'

/** The engine dies soon after every start. */
export const crashLoop: Scenario = {
  ...COMMON,
  id: 'crash-loop',
  title: 'One instance crashes and restarts again and again',
  expectedCause: 'engine.crash_loop',
  seed: 311,
  instances: fourInstances(),
  clients: EVERYDAY,
  timeline: [{ afterOnset: 0, change: { kind: 'crash_loop', instances: [B], upSeconds: 42, downSeconds: 68 } }],
  alert: restarting(B),
  fixes: [{ kind: 'restart', instances: [B], downSeconds: 75 }],
}
