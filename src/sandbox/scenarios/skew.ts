import { A, B, C, D, COMMON, closed, fourInstances } from './building-blocks.ts'
import { timeToFirstTokenHigh } from './alerts.ts'
import { AGENTS, ASSISTANT, BATCH_DOCS, SEARCH } from './clients.ts'
import type { Scenario } from './scenario.ts'

/** A flapping health check pins traffic to one instance, just as a batch job begins to read long documents. */
export const skew: Scenario = {
  ...COMMON,
  id: 'skew',
  title: 'One of four instances takes 78 % of the arrivals',
  expectedCause: 'queue.skew',
  needsPeers: true,
  seed: 20_266,
  instances: fourInstances(),
  clients: [ASSISTANT, SEARCH, AGENTS, BATCH_DOCS],
  timeline: [
    { afterOnset: 0, change: { kind: 'weights', weights: { [A]: 1, [B]: 60, [C]: 1, [D]: 1 } } },
    { afterOnset: 0, change: { kind: 'client', client: 'batch-docs', change: { traffic: closed(46) } } },
  ],
  alert: timeToFirstTokenHigh(5),
  fixes: [
    { kind: 'limit_client', client: '10.42.9.80', requestsPerSecond: 0.5 },
    { kind: 'weights', weights: 'even' },
  ],
}
