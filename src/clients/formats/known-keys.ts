import type { AccessLine, LineClock } from '../access-line.ts'
import { accessLine } from './access-fields.ts'
import { upstreamsOf, withoutPort } from './address.ts'
import { unitSeconds } from './duration.ts'
import { type Instant, instantOf } from './instant.ts'
import { type JsonRecord, millisecondsAt, numberAt, textAt, valueAt } from './record.ts'
import { type Request, pathOf, requestOf } from './request-line.ts'

// The names that people give nginx' variables and other programs' fields in a JSON log of their own. A duration is read
// only where its unit is sure: `duration` and `latency` without one are anything from seconds to nanoseconds.
const PEERS = [
  'remote_addr',
  'client_ip',
  'clientIp',
  'clientip',
  'remote_ip',
  'remoteIp',
  'remote_address',
  'client_addr',
  'client.ip',
  'client.address',
  'source.ip',
  'source_ip',
  'src_ip',
  'sourceIp',
  'network.client.ip',
  'client',
  'ip',
] as const
const FORWARDED = [
  'x_forwarded_for',
  'http_x_forwarded_for',
  'x-forwarded-for',
  'X-Forwarded-For',
  'xForwardedFor',
  'forwarded_for',
  'xff',
] as const
const AGENTS = [
  'user_agent',
  'http_user_agent',
  'user-agent',
  'userAgent',
  'user_agent.original',
  'agent',
  'ua',
] as const
const METHODS = [
  'method',
  'request_method',
  'requestMethod',
  'http_method',
  'http.request.method',
  'http.method',
  'verb',
] as const
const PATHS = [
  'request_uri',
  'uri',
  'path',
  'request_path',
  'requestPath',
  'requestUri',
  'url',
  'request_url',
  'url.path',
  'url.original',
  'http.target',
  'http.url',
  'endpoint',
  'route',
] as const
const REQUESTS = ['request', 'request_line'] as const
const STATUSES = [
  'status',
  'status_code',
  'statusCode',
  'response_code',
  'response_status',
  'http_status',
  'http_status_code',
  'http.response.status_code',
  'http.status_code',
  'code',
] as const
const TIMES = [
  'msec',
  'time_iso8601',
  '@timestamp',
  'timestamp',
  'time',
  'time_local',
  'ts',
  'datetime',
  'start_time',
  'started_at',
  'date',
] as const
const SECONDS = ['request_time', 'duration_s', 'duration_sec', 'duration_seconds', 'elapsed_seconds'] as const
const MILLISECONDS = [
  'duration_ms',
  'durationMs',
  'latency_ms',
  'latencyMs',
  'elapsed_ms',
  'request_time_ms',
  'response_time_ms',
  'responseTimeMs',
] as const
const WITH_UNIT = ['duration', 'latency', 'elapsed', 'response_time', 'took'] as const
const BYTES = [
  'request_length',
  'request_bytes',
  'request_size',
  'bytes_received',
  'bytes_in',
  'http.request.bytes',
  'http.request.body.bytes',
  'content_length',
  'http_content_length',
] as const
const CONSUMERS = [
  'consumer_username',
  'consumer.username',
  'consumer_name',
  'consumer',
  'authenticated_entity',
  'api_key_alias',
  'key_alias',
  'user_api_key_alias',
  'key_name',
] as const
const PROMPTS = [
  'prompt_tokens',
  'input_tokens',
  'gen_ai.usage.input_tokens',
  'usage.prompt_tokens',
  'usage.input_tokens',
] as const
const OUTPUTS = [
  'completion_tokens',
  'output_tokens',
  'gen_ai.usage.output_tokens',
  'usage.completion_tokens',
  'usage.output_tokens',
] as const
const MODELS = ['model', 'model_name', 'gen_ai.request.model', 'request_model'] as const
const UPSTREAMS = ['upstream_addr', 'upstream', 'upstream_host', 'upstream_address'] as const
const IDS = ['request_id', 'requestId', 'x_request_id', 'x-request-id', 'req_id', 'trace_id'] as const

/** What a record of unknown make says in well-known words; undefined where it is no request's. */
export function knownKeys(record: JsonRecord, clock: LineClock): AccessLine | undefined {
  const request = requestIn(record)
  const status = numberAt(record, ...STATUSES)
  if (request === undefined || status === undefined) return undefined
  return accessLine({
    ...timeIn(record, clock),
    ...request,
    status,
    peer: withoutPort(textAt(record, ...PEERS) ?? ''),
    forwardedFor: textAt(record, ...FORWARDED),
    userAgent: textAt(record, ...AGENTS),
    consumer: textAt(record, ...CONSUMERS),
    consumerIs: 'consumer',
    duration: durationIn(record),
    requestBytes: numberAt(record, ...BYTES),
    promptTokens: numberAt(record, ...PROMPTS),
    outputTokens: numberAt(record, ...OUTPUTS),
    model: textAt(record, ...MODELS),
    upstreams: upstreamsOf(textAt(record, ...UPSTREAMS) ?? ''),
    requestId: textAt(record, ...IDS),
  })
}

/** A method and a path, or a request line; both empty are a connection that sent no request. */
function requestIn(record: JsonRecord): Request | undefined {
  const line = textAt(record, ...REQUESTS)
  if (line !== undefined && line.includes(' ')) return requestOf(line)
  const path = textAt(record, ...PATHS)
  const method = textAt(record, ...METHODS)
  if (path === undefined) return METHODS.some((key) => record[key] === '') ? {} : undefined
  return { path: pathOf(path), ...(method !== undefined && { method: method.toUpperCase() }) }
}

function timeIn(record: JsonRecord, clock: LineClock): Instant {
  const found = TIMES.map((key) => instantOf(valueAt(record, [key]), clock)).filter(({ at }) => at !== undefined)
  return found.find(({ isZoneGuessed }) => isZoneGuessed === undefined) ?? found[0] ?? {}
}

function durationIn(record: JsonRecord): number | undefined {
  const nanoseconds = numberAt(record, 'event.duration')
  return (
    numberAt(record, ...SECONDS) ??
    millisecondsAt(record, ...MILLISECONDS) ??
    unitSeconds(textAt(record, ...WITH_UNIT)) ??
    (nanoseconds === undefined ? undefined : nanoseconds / 1e9)
  )
}
