import { noProgress } from './alerts.ts'
import { C, COMMON, fourInstances } from './building-blocks.ts'
import { EVERYDAY } from './clients.ts'
import type { Scenario } from './scenario.ts'

/** A kernel wedges on one instance; its server goes on answering /health and /metrics. */
export const hang: Scenario = {
  ...COMMON,
  id: 'hang',
  title: 'One engine runs and makes no tokens',
  expectedCause: 'engine.hang',
  seed: 310,
  instances: fourInstances(),
  clients: EVERYDAY.map((client) => ({ ...client, timeoutSeconds: 60 })),
  timeline: [{ afterOnset: 0, change: { kind: 'hang', instances: [C] } }],
  alert: noProgress(C),
  fixes: [{ kind: 'restart', instances: [C], downSeconds: 75 }],
}
