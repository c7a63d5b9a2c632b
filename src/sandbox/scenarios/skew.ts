import { minutes } from '../../domain/time.ts'
import { A, B, C, D, GATEWAY, MODEL, closed, fourInstances } from './building-blocks.ts'
import { AGENTS, ASSISTANT, BATCH_DOCS, SEARCH } from './clients.ts'
import type { Scenario } from './scenario.ts'

/** A flapping health check pins traffic to one instance, just as a batch job begins to read long documents. */
export const skew: Scenario = {
  id: 'skew',
  title: 'One of four instances takes 78 % of the arrivals',
  expectedCause: 'queue.skew',
  seed: 20_261,
  dialect: 'v1-0.19',
  modelName: MODEL,
  instances: fourInstances(),
  clients: [ASSISTANT, SEARCH, AGENTS, BATCH_DOCS],
  gateway: GATEWAY,
  onsetBeforeEnd: minutes(8),
  timeline: [
    { afterOnset: 0, change: { kind: 'weights', weights: { [A]: 1, [B]: 60, [C]: 1, [D]: 1 } } },
    { afterOnset: 0, change: { kind: 'client', client: 'batch-docs', change: { traffic: closed(46) } } },
  ],
  alert: {
    alertname: 'VLLMTTFTHigh',
    expr: 'histogram_quantile(0.99, sum by (le, model_name) (rate(vllm:time_to_first_token_seconds_bucket{job="vllm"}[5m]))) > 5',
    for: '2m',
    labels: { severity: 'critical' },
    annotations: {
      summary: 'TTFT p99 of {{ $labels.model_name }} is above 5 s',
      description: 'Time to first token p99 is {{ $value | humanizeDuration }}.',
    },
    firingLabels: { alertname: 'VLLMTTFTHigh', model_name: MODEL, severity: 'critical' },
  },
  fixes: [
    { kind: 'limit_client', client: '10.42.9.80', requestsPerSecond: 0.5 },
    { kind: 'weights', weights: 'even' },
  ],
}
