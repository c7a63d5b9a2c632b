import { restarting } from './alerts.ts'
import { C, COMMON, fourInstances } from './building-blocks.ts'
import { EVERYDAY } from './clients.ts'
import type { Scenario } from './scenario.ts'

/** The kernel kills an engine for want of host memory, each time it has loaded its weights again. */
export const outOfMemory: Scenario = {
  ...COMMON,
  id: 'out-of-memory',
  title: 'The kernel kills one instance again and again',
  expectedCause: 'engine.crash.oom_host',
  expectedAlso: ['engine.crash_loop'],
  seed: 320,
  instances: fourInstances(),
  clients: EVERYDAY,
  timeline: [
    {
      afterOnset: 0,
      change: { kind: 'crash_loop', instances: [C], upSeconds: 50, downSeconds: 70, isOutOfMemory: true },
    },
  ],
  alert: restarting(C),
  fixes: [{ kind: 'restart', instances: [C], downSeconds: 75 }],
}
