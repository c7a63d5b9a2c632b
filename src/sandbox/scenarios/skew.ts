import type { ClientSpec } from '../fleet/traffic/client-spec.ts'
import { A, B, C, D, COMMON, closed, fourInstances, open, tokens } from './building-blocks.ts'
import { timeToFirstTokenHigh } from './alerts.ts'
import { AGENTS, ASSISTANT, BATCH_DOCS, SEARCH } from './clients.ts'
import type { Scenario } from './scenario.ts'

/** Agents that think at length, each held to one instance by its cookie. */
const THINKERS: ClientSpec = {
  ...AGENTS,
  prompt: tokens(3700, 0.4, 10_000),
  output: tokens(850, 0.3, 1500),
  maxTokens: 1500,
}

/** A job that asks a little of each long document, after the same long instructions. */
const LONG_DOCS: ClientSpec = {
  ...BATCH_DOCS,
  traffic: closed(6, 3),
  prompt: tokens(3800, 0.35, 10_000),
  output: tokens(75, 0.4, 300),
  maxTokens: 300,
  sharedPrefix: 0.5,
}

/** A flapping health check pins traffic to one instance, just as a batch job takes up all of its long documents at once. */
export const skew: Scenario = {
  ...COMMON,
  id: 'skew',
  title: 'One of four instances takes 78 % of the arrivals',
  expectedCause: 'queue.skew',
  needsPeers: true,
  seed: 20_319,
  instances: fourInstances({ engine: { numGpuBlocks: 2432 } }),
  clients: [ASSISTANT, { ...SEARCH, traffic: open(0.72, 31) }, THINKERS, LONG_DOCS],
  timeline: [
    { afterOnset: 0, change: { kind: 'weights', weights: { [A]: 1, [B]: 18, [C]: 1, [D]: 1 } } },
    { afterOnset: 0, change: { kind: 'client', client: 'batch-docs', change: { traffic: closed(34) } } },
  ],
  alert: timeToFirstTokenHigh(5),
  fixes: [
    { kind: 'limit_client', client: '10.42.9.80', requestsPerSecond: 0.5 },
    { kind: 'weights', weights: 'even' },
  ],
}
