import { FAILED_STATUS } from '../../failed.ts'
import { type SeriesCounter, type SeriesFamily, firstOf, is, matches, notLimited } from '../family.ts'

const ofConsumers = [matches('consumer', '.+')]
const tokens = (type: string): readonly SeriesCounter[] => [
  // token_type has total_tokens too, which is the sum of the others.
  { names: ['kong_ai_llm_tokens_total', 'kong_ai_tokens_total'], where: [is('token_type', type)], needs: ofConsumers },
]
const http: SeriesCounter = {
  names: ['kong_http_requests_total', 'kong_http_consumer_status'],
  where: [notLimited('code')],
}

/** Kong's prometheus plugin (kong/plugins/prometheus/exporter.lua); `consumer` is empty unless `per_consumer` is on. */
export const kong: SeriesFamily = {
  source: 'kong',
  identities: [{ identity: 'consumer', ...firstOf('consumer') }],
  variants: [
    {
      requests: { names: ['kong_ai_llm_requests_total', 'kong_ai_requests_total'], needs: ofConsumers },
      measures: [
        ['promptTokens', tokens('prompt_tokens')],
        ['outputTokens', tokens('completion_tokens')],
      ],
    },
    {
      requests: { ...http },
      measures: [
        ['failures', [{ ...http, of: [matches('code', FAILED_STATUS)] }]],
        [
          'requestBytes',
          [
            { names: ['kong_bandwidth_bytes'], where: [is('direction', 'ingress')], needs: ofConsumers },
            { names: ['kong_bandwidth_bytes', 'kong_bandwidth'], where: [is('type', 'ingress')], needs: ofConsumers },
          ],
        ],
      ],
      note: 'Kong counts the requests of every service here; gateway_selector narrows it to those of the models',
    },
  ],
  mend: 'set per_consumer: true and status_code_metrics: true on the prometheus plugin, and an auth plugin on the route',
}
