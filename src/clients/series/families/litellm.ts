import { FAILED_STATUS } from '../../failed.ts'
import { INFERENCE_PATH } from '../../inference-paths.ts'
import {
  type SeriesCounter,
  type SeriesFamily,
  type SeriesIdentity,
  firstOf,
  matches,
  notLimited,
  withTotal,
} from '../family.ts'
import { isUnnamed } from '../../unnamed.ts'
import { withoutKeys } from '../../without-keys.ts'

const key: SeriesIdentity = {
  identity: 'key_alias',
  labels: ['api_key_alias', 'hashed_api_key'],
  nameOf: ({ api_key_alias: alias = '', hashed_api_key: hash = '' }) => {
    if (!isUnnamed(alias)) return alias
    return isUnnamed(hash) ? '' : withoutKeys(hash)
  },
}

/** Where a route is told, that of inference; lists of models and health checks pass the proxy too. */
const ofInference = [matches('route', `(?:${INFERENCE_PATH})?`)]
const unlimited = [...ofInference, notLimited('status_code')]
const unlimitedFailures = [...ofInference, notLimited('exception_status')]
const failed = [matches('status_code', FAILED_STATUS)]

const promptTokens: readonly SeriesCounter[] = [
  { names: withTotal('litellm_input_tokens_metric', 'litellm_input_tokens') },
]
const outputTokens: readonly SeriesCounter[] = [
  { names: withTotal('litellm_output_tokens_metric', 'litellm_output_tokens') },
]
const upstreams = {
  counter: { names: withTotal('litellm_deployment_total_requests') },
  label: 'api_base',
} as const

/** BerriAI/litellm, litellm/types/integrations/prometheus.py: names and labels changed between 2024 and 2026. */
export const litellm: SeriesFamily = {
  source: 'litellm',
  identities: [
    key,
    { identity: 'team', ...firstOf('team_alias', 'team') },
    { identity: 'end_user', ...firstOf('end_user') },
    { identity: 'user', ...firstOf('user_email', 'user') },
    { identity: 'user_agent', ...firstOf('user_agent') },
    { identity: 'address', ...firstOf('client_ip') },
  ],
  variants: [
    {
      // Requests of clients, but for those that a limit refused; litellm_deployment_* counts the tries behind them.
      requests: { names: withTotal('litellm_proxy_total_requests_metric'), where: unlimited },
      measures: [
        [
          'failures',
          [
            {
              names: withTotal('litellm_proxy_total_requests_metric'),
              where: unlimited,
              needs: [matches('status_code', '.+')],
              of: failed,
            },
            {
              names: withTotal('litellm_proxy_failed_requests_metric'),
              where: ofInference,
              needs: [matches('exception_status', '.+')],
              of: [matches('exception_status', FAILED_STATUS)],
            },
          ],
        ],
        ['promptTokens', promptTokens],
        ['outputTokens', outputTokens],
      ],
      upstreams,
    },
    {
      requests: { names: withTotal('litellm_requests_metric') },
      measures: [
        ['promptTokens', promptTokens],
        ['outputTokens', outputTokens],
      ],
      upstreams,
      note: 'LiteLLM tells only the requests that an engine answered',
    },
    {
      // A proxy that answered nothing yet, or an include_labels that took the count away.
      requests: {
        names: withTotal('litellm_proxy_failed_requests_metric'),
        where: unlimitedFailures,
        needs: [matches('exception_status', '.+')],
      },
      measures: [
        [
          'failures',
          [
            {
              names: withTotal('litellm_proxy_failed_requests_metric'),
              where: unlimitedFailures,
              needs: [matches('exception_status', '.+')],
              of: [matches('exception_status', FAILED_STATUS)],
            },
          ],
        ],
      ],
      note: 'LiteLLM tells only the requests that failed',
    },
  ],
  mend: 'give keys an alias, and keep api_key_alias among the labels of the prometheus callback',
}
