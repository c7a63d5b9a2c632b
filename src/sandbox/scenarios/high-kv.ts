import { kvCacheHigh } from './alerts.ts'
import { A, COMMON, closed, fourInstances, tokens } from './building-blocks.ts'
import { AGENTS } from './clients.ts'
import type { Scenario } from './scenario.ts'

/** Long sessions fill the cache; they all fit. */
export const highKv: Scenario = {
  ...COMMON,
  id: 'high-kv',
  title: 'The KV cache is nearly full and nobody waits',
  expectedCause: 'benign.high_kv_no_queue',
  seed: 315,
  instances: fourInstances({ engine: { admissionHeadroom: 0, maxNumBatchedTokens: 8192 } }),
  clients: [
    {
      ...AGENTS,
      traffic: closed(72),
      prompt: tokens(2430, 0.02, 2700),
      output: tokens(300, 0.1, 400),
      maxTokens: 400,
      sharedPrefix: 0.1,
      affinity: { kind: 'session', sessions: 92 },
    },
  ],
  timeline: [{ afterOnset: 0, change: { kind: 'client', client: 'agents', change: { traffic: closed(92) } } }],
  alert: kvCacheHigh(A),
  fixes: [],
}
