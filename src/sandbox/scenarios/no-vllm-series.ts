import { noData } from './alerts.ts'
import { COMMON, fourInstances } from './building-blocks.ts'
import { EVERYDAY } from './clients.ts'
import type { Scenario } from './scenario.ts'

/** The servers were started with --disable-log-stats: they serve, and say nothing of it. */
export const noVllmSeries: Scenario = {
  ...COMMON,
  id: 'no-vllm-series',
  title: 'The engines show no metrics',
  expectedCause: 'telemetry.missing',
  seed: 316,
  instances: fourInstances({ isLogStatsDisabled: true }),
  clients: EVERYDAY,
  timeline: [],
  alert: noData(),
  fixes: [],
}
