import { timeToFirstTokenHigh } from './alerts.ts'
import { COMMON, fourInstances, tokens } from './building-blocks.ts'
import { CONTRACTS, TICKETS } from './clients.ts'
import type { Scenario } from './scenario.ts'

/** Two teams send more context with every question; the cache helps as before. */
export const longerPrompts: Scenario = {
  ...COMMON,
  id: 'longer-prompts',
  title: 'Prompts are three times as long as an hour ago',
  expectedCause: 'prefill.longer_prompts',
  seed: 304,
  instances: fourInstances({ cost: { perPrefillToken: 0.0002 } }),
  clients: [CONTRACTS, TICKETS],
  timeline: [
    {
      afterOnset: 0,
      change: { kind: 'client', client: 'contract-review', change: { prompt: tokens(9000, 0.3, 15_000) } },
    },
    {
      afterOnset: 0,
      change: { kind: 'client', client: 'ticket-triage', change: { prompt: tokens(7200, 0.3, 15_000) } },
    },
  ],
  alert: timeToFirstTokenHigh(1),
  fixes: [
    { kind: 'client', client: 'contract-review', change: { prompt: tokens(3000, 0.3, 15_000) } },
    { kind: 'client', client: 'ticket-triage', change: { prompt: tokens(2400, 0.3, 15_000) } },
  ],
}
