// The names that people give nginx' variables and other programs' fields in a JSON log of their own; of two, the earlier
// one is believed. A duration is read only where its unit is sure: `duration` alone is anything from seconds to nanoseconds.
const NAMES = {
  peer: 'remote_addr client_ip clientIp clientip remote_ip remoteIp remote_address client_addr client.ip client.address source.ip source_ip src_ip sourceIp network.client.ip client ip',
  forwardedFor:
    'x_forwarded_for http_x_forwarded_for x-forwarded-for X-Forwarded-For xForwardedFor forwarded_for xff headers.x-forwarded-for',
  userAgent: 'user_agent http_user_agent user-agent userAgent user_agent.original agent ua headers.user-agent',
  method: 'method request_method requestMethod http_method http.request.method http.method verb',
  path: 'request_uri uri path request_path requestPath requestUri url request_url url.path url.original http.target http.url endpoint route',
  request: 'request request_line',
  status:
    'status status_code statusCode response_code response_status http_status http_status_code http.response.status_code http.status_code code',
  time: 'msec time_iso8601 @timestamp timestamp time time_local ts datetime start_time started_at date',
  seconds: 'request_time duration_s duration_sec duration_seconds elapsed_seconds',
  milliseconds:
    'duration_ms durationMs latency_ms latencyMs elapsed_ms request_time_ms response_time_ms responseTimeMs',
  nanoseconds: 'event.duration duration_ns',
  withUnit: 'duration latency elapsed response_time took',
  requestBytes:
    'request_length request_bytes request_size bytes_received bytes_in http.request.bytes http.request.body.bytes content_length http_content_length',
  consumer:
    'consumer_username consumer.username consumer_name consumer authenticated_entity api_key_alias key_alias user_api_key_alias key_name',
  promptTokens: 'prompt_tokens input_tokens gen_ai.usage.input_tokens usage.prompt_tokens usage.input_tokens',
  outputTokens:
    'completion_tokens output_tokens gen_ai.usage.output_tokens usage.completion_tokens usage.output_tokens',
  model: 'model model_name gen_ai.request.model request_model',
  upstreams: 'upstream_addr upstream upstream_host upstream_address',
  requestId: 'request_id requestId x_request_id x-request-id req_id trace_id',
} as const

/** What a name can be the name of. */
export type Field = keyof typeof NAMES

function isField(name: string): name is Field {
  return name in NAMES
}

/** Each name's field, and its place among the names for it. */
export const FIELD_OF: ReadonlyMap<string, { readonly field: Field; readonly place: number }> = new Map(
  Object.keys(NAMES)
    .filter(isField)
    .flatMap((field) => NAMES[field].split(' ').map((name, place) => [name, { field, place }] as const)),
)

/** `http` and `http.request`, in which there may be a known name. */
export const PREFIXES: ReadonlySet<string> = new Set(
  [...FIELD_OF.keys()].flatMap((name) => [...name.matchAll(/\./gu)].map(({ index }) => name.slice(0, index))),
)
