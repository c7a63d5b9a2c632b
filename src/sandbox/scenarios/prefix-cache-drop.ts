import { timeToFirstTokenHigh } from './alerts.ts'
import { COMMON, fourInstances } from './building-blocks.ts'
import { CONTRACTS, TICKETS } from './clients.ts'
import type { Scenario } from './scenario.ts'

/** A release puts the time of day at the head of every prompt. */
export const prefixCacheDrop: Scenario = {
  ...COMMON,
  id: 'prefix-cache-drop',
  title: 'The prefix cache no longer hits',
  expectedCause: 'prefill.prefix_cache_drop',
  seed: 305,
  instances: fourInstances({ cost: { perPrefillToken: 0.0002 } }),
  clients: [CONTRACTS, TICKETS],
  timeline: [
    { afterOnset: 0, change: { kind: 'client', client: 'contract-review', change: { sharedPrefix: 0.1 } } },
    { afterOnset: 0, change: { kind: 'client', client: 'ticket-triage', change: { sharedPrefix: 0.1 } } },
  ],
  alert: timeToFirstTokenHigh(1),
  fixes: [
    { kind: 'client', client: 'contract-review', change: { sharedPrefix: 0.62 } },
    { kind: 'client', client: 'ticket-triage', change: { sharedPrefix: 0.62 } },
  ],
}
