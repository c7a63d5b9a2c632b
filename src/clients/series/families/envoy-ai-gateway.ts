import type { Matcher } from '../../../domain/matcher.ts'
import { type SeriesFamily, type SeriesIdentity, type SeriesVariant, firstOf, is, within } from '../family.ts'

/** With the unit's name where an OpenTelemetry exporter adds it, and agentgateway's of the same kind. */
const USAGE = [
  'gen_ai_client_token_usage',
  'gen_ai_client_token_usage_token',
  'gen_ai_client_token_usage_tokens',
  'agentgateway_gen_ai_client_token_usage',
] as const

/** Which headers become labels, and under which names, is for each installation to say. */
const USUAL: readonly SeriesIdentity[] = [
  { identity: 'user', ...firstOf('user_id', 'x_user_id', 'user', 'user_email') },
  { identity: 'team', ...firstOf('team_id', 'team', 'tenant_id', 'x_tenant_id', 'tenant', 'org_id', 'organization') },
  { identity: 'consumer', ...firstOf('client_id', 'x_client_id', 'consumer', 'customer_id', 'app_id') },
  { identity: 'workload', ...within('k8s_namespace', 'k8s_app') },
  { identity: 'session', ...firstOf('session_id', 'agent_session_id') },
]

/**
 * The token histogram of OpenTelemetry's GenAI conventions: its sum is tokens, its count requests.
 *
 * @param labels of clients, tried before the usual ones
 */
export function envoyAiGateway(labels: readonly string[]): SeriesFamily {
  const own = labels.map((label): SeriesIdentity => ({ identity: 'consumer', ...firstOf(label) }))
  return {
    source: 'envoy-ai-gateway',
    identities: [...own, ...USUAL],
    // Each request counts once under each type of token, and the first releases had their sum as a type too.
    variants: [variantOf('input'), variantOf('output'), variantOf('total')],
    mend: 'set controller.metricsRequestHeaderAttributes, such as x-user-id:user.id',
  }
}

function variantOf(counted: string): SeriesVariant {
  return {
    requests: { names: USAGE.map((name) => `${name}_count`), where: [ofType(counted)] },
    measures: [
      // cached_input is a part of input, as reasoning is of output.
      ['promptTokens', [{ names: USAGE.map((name) => `${name}_sum`), where: [ofType('input')] }]],
      ['outputTokens', [{ names: USAGE.map((name) => `${name}_sum`), where: [ofType('output')] }]],
      [
        'busySeconds',
        [{ names: ['gen_ai_server_request_duration_seconds_sum', 'gen_ai_server_request_duration_sum'] }],
      ],
    ],
    note: 'the gateway counts a request once its tokens are known: those that failed are missing',
  }
}

function ofType(type: string): Matcher {
  return is('gen_ai_token_type', type)
}
