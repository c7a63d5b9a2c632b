import { queueBacklog } from './alerts.ts'
import { COMMON, fourInstances, open } from './building-blocks.ts'
import { AGENTS, ASSISTANT, SEARCH } from './clients.ts'
import type { Scenario } from './scenario.ts'

/** One cookie for a whole team of agents: the balancer keeps them all on the same instance. */
export const stickySessions: Scenario = {
  ...COMMON,
  id: 'sticky-sessions',
  title: 'Sessions hold a team of agents to one of four instances',
  expectedCause: 'queue.skew',
  needsPeers: true,
  seed: 321,
  instances: fourInstances(),
  clients: [ASSISTANT, SEARCH, { ...AGENTS, traffic: open(0.15), affinity: { kind: 'session', sessions: 1 } }],
  timeline: [{ afterOnset: 0, change: { kind: 'client', client: 'agents', change: { traffic: open(2.4) } } }],
  alert: queueBacklog(20),
  fixes: [{ kind: 'limit_client', client: '10.42.7.31', requestsPerSecond: 0.5 }],
}
