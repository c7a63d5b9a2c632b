import { queueBacklog } from './alerts.ts'
import { COMMON, closed, fourInstances, open, tokens } from './building-blocks.ts'
import { ASSISTANT, SEARCH } from './clients.ts'
import type { Scenario } from './scenario.ts'

/** The engines run with 16 slots each: requests wait although KV cache is free. */
export const maxNumSeqs: Scenario = {
  ...COMMON,
  id: 'max-num-seqs',
  title: 'Every slot of max_num_seqs is taken',
  expectedCause: 'sched.max_num_seqs',
  seed: 307,
  instances: fourInstances({ engine: { maxNumSeqs: 16 } }),
  clients: [
    { ...ASSISTANT, traffic: closed(40, 8), output: tokens(420, 0.3, 900), maxTokens: 900 },
    { ...SEARCH, traffic: open(1.5, 2) },
  ],
  timeline: [
    { afterOnset: 0, change: { kind: 'client', client: 'assistant-web', change: { traffic: closed(140, 2) } } },
    { afterOnset: 0, change: { kind: 'client', client: 'search-rag', change: { traffic: open(3.3, 2) } } },
  ],
  alert: queueBacklog(40),
  fixes: [{ kind: 'limit_client', client: '10.42.3.17', requestsPerSecond: 5 }],
}
