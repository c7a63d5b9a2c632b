import type { Matcher } from '../../../domain/matcher.ts'
import { FAILED_STATUS } from '../../failed.ts'
import { type SeriesFamily, type SeriesVariant, firstOf, is, matches, notLimited } from '../family.ts'

const ALL_ROUTES = 'APISIX counts the requests of every route here; gateway_selector narrows it to those of the models'

/** APISIX' prometheus plugin. Its `apisix_http_requests_total` is a gauge that names nobody, and is not read. */
export const apisix: SeriesFamily = {
  source: 'apisix',
  identities: [{ identity: 'consumer', ...firstOf('consumer') }],
  variants: [variantOf([matches('request_type', 'ai_.+')]), { ...variantOf([]), note: ALL_ROUTES }],
  mend: 'put an auth plugin on the route, so that requests have a consumer',
}

function variantOf(where: readonly Matcher[]): SeriesVariant {
  const answered = [...where, notLimited('code')]
  return {
    requests: { names: ['apisix_http_status'], where: answered },
    measures: [
      ['failures', [{ names: ['apisix_http_status'], where: answered, of: [matches('code', FAILED_STATUS)] }]],
      ['promptTokens', [{ names: ['apisix_llm_prompt_tokens', 'apisix_llm_prompt_tokens_total'] }]],
      ['outputTokens', [{ names: ['apisix_llm_completion_tokens', 'apisix_llm_completion_tokens_total'] }]],
      ['requestBytes', [{ names: ['apisix_bandwidth'], where: [...where, is('type', 'ingress')] }]],
    ],
  }
}
