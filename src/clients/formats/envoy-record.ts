import type { AccessLine, LineClock } from '../access-line.ts'
import { accessLine } from './access-fields.ts'
import { upstreamsOf, withoutPort } from './address.ts'
import { envoyPeer, hopOf, isGivenUp } from './envoy-flags.ts'
import { instantOf } from './instant.ts'
import { type JsonRecord, millisecondsAt, numberAt, textAt, valueAt } from './record.ts'
import { pathOf } from './request-line.ts'

/** What Envoy's JSON logs tell, whichever of its keys' spellings they use; numbers may stand in quotes. */
export function envoyRecord(record: JsonRecord, clock: LineClock): AccessLine {
  const path = textAt(record, 'x-envoy-origin-path', 'x-envoy-original-path', 'path', ':path', 'uri')
  return accessLine({
    ...instantOf(valueAt(record, ['start_time', 'timestamp']), clock),
    method: textAt(record, 'method', ':method'),
    path: path === undefined ? undefined : pathOf(path),
    status: numberAt(record, 'response_code', 'status'),
    isGivenUp: isGivenUp(textAt(record, 'response_flags')),
    duration: millisecondsAt(record, 'duration'),
    requestBytes: numberAt(record, 'bytes_received'),
    peer: envoyPeer(withoutPort(textAt(record, 'downstream_remote_address') ?? '')),
    forwardedFor: textAt(record, 'x-forwarded-for', 'x_forwarded_for'),
    userAgent: textAt(record, 'user-agent', 'user_agent'),
    requestId: textAt(record, 'x-request-id', 'request_id'),
    upstreams: upstreamsOf(textAt(record, 'upstream_host') ?? ''),
    attempts: numberAt(record, 'upstream_request_attempt_count'),
    hop: hopOf(textAt(record, 'upstream_cluster')),
    promptTokens: numberAt(record, 'gen_ai.usage.input_tokens', 'llm_input_token'),
    outputTokens: numberAt(record, 'gen_ai.usage.output_tokens', 'llm_output_token'),
    model: textAt(record, 'gen_ai.request.model', 'gen_ai.response.model'),
  })
}
