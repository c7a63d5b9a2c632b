import { queueBacklog } from './alerts.ts'
import { COMMON, closed, fourInstances, open, tokens } from './building-blocks.ts'
import { AGENTS, ASSISTANT, BATCH_DOCS, SEARCH } from './clients.ts'
import type { Scenario } from './scenario.ts'

/** Every client asks more, alike, and every instance is full. */
export const evenOverload: Scenario = {
  ...COMMON,
  id: 'even-overload',
  title: 'More demand than four instances can serve',
  expectedCause: 'queue.capacity',
  seed: 303,
  instances: fourInstances(),
  clients: [
    { ...ASSISTANT, traffic: open(2.3) },
    { ...SEARCH, traffic: open(1.1, 4) },
    { ...AGENTS, traffic: closed(24), prompt: tokens(2800, 0.3, 6000) },
    BATCH_DOCS,
  ],
  timeline: [
    { afterOnset: 0, change: { kind: 'client', client: 'assistant-web', change: { traffic: open(10) } } },
    { afterOnset: 0, change: { kind: 'client', client: 'search-rag', change: { traffic: open(4.8, 4) } } },
    { afterOnset: 0, change: { kind: 'client', client: 'agents', change: { traffic: closed(120) } } },
    { afterOnset: 0, change: { kind: 'client', client: 'batch-docs', change: { traffic: closed(44, 7) } } },
  ],
  alert: queueBacklog(40),
  fixes: [
    { kind: 'limit_client', client: '10.42.3.17', requestsPerSecond: 2.5 },
    { kind: 'limit_client', client: '10.42.5.20', requestsPerSecond: 1 },
    { kind: 'limit_client', client: '10.42.7.31', requestsPerSecond: 2 },
    { kind: 'limit_client', client: '10.42.9.80', requestsPerSecond: 0.5 },
  ],
}
