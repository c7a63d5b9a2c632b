import { latencyHigh } from './alerts.ts'
import { COMMON, fourInstances, open, tokens } from './building-blocks.ts'
import { WRITERS } from './clients.ts'
import type { Scenario } from './scenario.ts'

/** A release of the client asks for three times the text; every token is as fast as before. */
export const longerAnswers: Scenario = {
  ...COMMON,
  id: 'longer-answers',
  title: 'Answers are three times as long as an hour ago',
  expectedCause: 'decode.runaway_generation',
  seed: 317,
  instances: fourInstances({ engine: { numGpuBlocks: 12_288 } }),
  clients: [{ ...WRITERS, traffic: open(2), maxTokens: 4000 }],
  timeline: [
    { afterOnset: 0, change: { kind: 'client', client: 'writers', change: { output: tokens(1300, 0.3, 3600) } } },
  ],
  alert: latencyHigh(15),
  fixes: [{ kind: 'client', client: 'writers', change: { output: tokens(400, 0.4, 1200) } }],
}
