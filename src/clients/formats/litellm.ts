import type { AccessLine } from '../access-line.ts'
import { isUnnamed } from '../unnamed.ts'
import { accessLine } from './access-fields.ts'
import { upstreamOfUrl } from './address.ts'
import { instantOf } from './instant.ts'
import { jsonFormat } from './json-format.ts'
import { type JsonRecord, numberAt, recordAt, textAt, valueAt } from './record.ts'

/** LiteLLM's StandardLoggingPayload, as its callbacks, S3 and GCS hold it. Its `response_time` is the first token's when streaming. */
export const litellm = jsonFormat({
  id: 'litellm',
  title: 'LiteLLM StandardLoggingPayload',
  time: 'arrival',
  marks: ['"user_api_key_', '"model_group"', '"call_type"'],
  read: (record, clock) => {
    const metadata = recordAt(record, 'metadata')
    if (metadata === undefined || !('startTime' in record)) return undefined
    const start = instantOf(valueAt(record, ['startTime']), clock)
    const end = instantOf(valueAt(record, ['endTime']), clock)
    return accessLine({
      ...start,
      ...identityOf(record, metadata),
      peer: textAt(metadata, 'requester_ip_address') ?? textAt(record, 'requester_ip_address'),
      status: numberAt(record, 'error_information.error_code'),
      duration: start.at === undefined || end.at === undefined ? undefined : end.at - start.at,
      promptTokens: numberAt(record, 'prompt_tokens'),
      outputTokens: numberAt(record, 'completion_tokens'),
      model: textAt(record, 'model_group', 'model'),
      upstreams: upstreamOfUrl(textAt(record, 'api_base') ?? ''),
      requestId: textAt(record, 'litellm_call_id', 'id'),
    })
  },
})

/** The nearest to a person that is not `None`; an end user is what the request itself says. */
function identityOf(record: JsonRecord, metadata: JsonRecord): Pick<AccessLine, 'consumer' | 'consumerIs'> {
  const candidates = [
    ['key_alias', textAt(metadata, 'user_api_key_alias')],
    ['team', textAt(metadata, 'user_api_key_team_alias')],
    ['team', textAt(metadata, 'user_api_key_team_id')],
    ['user', textAt(metadata, 'user_api_key_user_id')],
    ['key_alias', textAt(metadata, 'user_api_key_hash')],
    ['end_user', textAt(metadata, 'user_api_key_end_user_id') ?? textAt(record, 'end_user')],
  ] as const
  const [consumerIs, consumer] = candidates.find(([, name]) => name !== undefined && !isUnnamed(name)) ?? []
  return { ...(consumer !== undefined && { consumer }), ...(consumerIs !== undefined && { consumerIs }) }
}
