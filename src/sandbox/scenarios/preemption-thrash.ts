import { preemptionsHigh } from './alerts.ts'
import { COMMON, closed, fourInstances, tokens } from './building-blocks.ts'
import { WRITERS } from './clients.ts'
import type { Scenario } from './scenario.ts'

/** More long answers at once than the KV cache holds, admitted without headroom. */
export const preemptionThrash: Scenario = {
  ...COMMON,
  id: 'preemption-thrash',
  title: 'Running requests evict each other',
  expectedCause: 'kv.preemption_thrash',
  seed: 306,
  instances: fourInstances({ engine: { admissionHeadroom: 0 }, cost: { perPrefillToken: 0.0004 } }),
  clients: [
    {
      ...WRITERS,
      traffic: closed(40),
      prompt: tokens(700, 0.3, 2000),
      output: tokens(1100, 0.35, 2400),
      maxTokens: 2400,
      sharedPrefix: 0.2,
      affinity: { kind: 'session', sessions: 248 },
    },
  ],
  timeline: [
    { afterOnset: 0, change: { kind: 'client', client: 'writers', change: { traffic: closed(156) } } },
    { afterOnset: 100, change: { kind: 'client', client: 'writers', change: { traffic: closed(240) } } },
  ],
  alert: preemptionsHigh(),
  fixes: [{ kind: 'client', client: 'writers', change: { traffic: closed(40) } }],
}
