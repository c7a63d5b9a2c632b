import { type SeriesFamily, firstOf } from '../family.ts'

const counter = (name: string): readonly string[] => [
  `route_upstream_model_consumer_metric_${name}`,
  `route_upstream_model_consumer_metric_${name}_total`,
]

/** Higress' ai-statistics plugin: counters, though their names do not end as counters' do. */
export const higress: SeriesFamily = {
  source: 'higress',
  identities: [{ identity: 'consumer', ...firstOf('ai_consumer') }],
  variants: [
    {
      requests: { names: counter('llm_duration_count') },
      measures: [
        ['promptTokens', [{ names: counter('input_token') }]],
        ['outputTokens', [{ names: counter('output_token') }]],
        // Milliseconds.
        ['busySeconds', [{ names: counter('llm_service_duration'), factor: 0.001 }]],
      ],
    },
  ],
  mend: 'put a key-auth or jwt-auth plugin on the AI route, so that requests have a consumer',
}
