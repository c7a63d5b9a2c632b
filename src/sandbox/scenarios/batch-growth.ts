import { interTokenLatencyHigh } from './alerts.ts'
import { COMMON, fourInstances, open } from './building-blocks.ts'
import { WRITERS } from './clients.ts'
import type { Scenario } from './scenario.ts'

/** Three times the askers; nobody waits, and every token takes longer. */
export const batchGrowth: Scenario = {
  ...COMMON,
  id: 'batch-growth',
  title: 'Tokens come slower because batches have grown',
  expectedCause: 'decode.batch_growth',
  seed: 308,
  instances: fourInstances({
    engine: { numGpuBlocks: 12_288 },
    cost: { perSequence: 0.00016, perContextToken: 0.0000001 },
  }),
  clients: [{ ...WRITERS, traffic: open(6) }],
  timeline: [{ afterOnset: 0, change: { kind: 'client', client: 'writers', change: { traffic: open(24) } } }],
  alert: interTokenLatencyHigh(0.03),
  fixes: [{ kind: 'limit_client', client: '10.42.4.52', requestsPerSecond: 8 }],
}
