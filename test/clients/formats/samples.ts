import { unixSeconds } from '../../../src/domain/time.ts'
import type { AccessLine, LineClock } from '../../../src/clients/access-line.ts'

/** A host two hours ahead of UTC, whose logs were written to last on the evening of 29 November 2026. */
export const CLOCK: LineClock = { zone: () => 7200, reference: unixSeconds(Date.UTC(2026, 10, 29, 21) / 1000) }

export interface Sample {
  readonly name: string
  /** The format's id. */
  readonly id: string
  readonly line: string
  readonly parsed: Readonly<Partial<AccessLine>> | 'other' | 'broken' | undefined
}

const at = unixSeconds(Date.UTC(2026, 10, 29, 10, 0, 5) / 1000)
const UUID = '0b1c2d3e-0000-4000-8000-000000000001'

const NGINX = '10.1.0.7 - - [29/Nov/2026:10:00:05 +0000] "POST /v1/completions?user=x HTTP/1.1" 200 512'
const nginx = { at, peer: '10.1.0.7', method: 'POST', path: '/v1/completions', status: 200 }
const ENVOY = '[2026-11-29T10:00:05.000Z] "POST /v1/completions HTTP/1.1" 503 UF,URX'
const envoy = { at, method: 'POST', path: '/v1/completions', status: 503 }
const HAPROXY =
  '10.1.0.7:51000 [29/Nov/2026:12:00:05.000] fe be/vllm-0 0/1/0/30/1250 200 900 - - ---- 5/5/3/2/0 0/0 {curl/8.7|10.9.0.1, 10.9.0.2} "POST /v1/completions HTTP/1.1"'
const ALB =
  '2026-11-29T10:00:05.000000Z app/llm/50dc 10.1.0.7:51000 10.2.0.1:8000 0.001 1.500 0.002 200 200 900 4000 "POST https://llm.example:443/v1/completions?k=v HTTP/1.1" "curl/8.7"'
const envoyRecord = {
  start_time: '2026-11-29T10:00:05.000Z',
  method: 'POST',
  response_code: 200,
  response_flags: '-',
  bytes_received: 4000,
  duration: 1500,
  upstream_host: '10.2.0.1:8000',
}
const envoyRead = {
  at,
  method: 'POST',
  path: '/v1/completions',
  status: 200,
  requestBytes: 4000,
  duration: 1.5,
  upstreams: ['10.2.0.1:8000'],
}

/** What each format's program writes, and what is to be read of it; every format has one at least. */
export const SAMPLES: readonly Sample[] = [
  ...uvicornSamples(),
  {
    name: 'a line',
    id: 'nginx-combined',
    line: `${NGINX} "-" "curl/8.7"`,
    parsed: { ...nginx, userAgent: 'curl/8.7' },
  },
  {
    name: 'a client that left',
    id: 'nginx-combined',
    line: '10.1.0.7 - - [29/Nov/2026:12:00:05 +0200] "POST /v1/completions HTTP/1.1" 499 0 "-" "-"',
    parsed: { ...nginx, status: 499, isGivenUp: true },
  },
  {
    name: 'TLS on a plain port',
    id: 'nginx-combined',
    line: String.raw`10.1.0.7 - - [29/Nov/2026:10:00:05 +0000] "\x16\x03\x01" 400 157 "-" "-"`,
    parsed: { at, peer: '10.1.0.7', status: 400 },
  },
  {
    name: 'an escaped quote in the user agent',
    id: 'nginx-combined',
    line: String.raw`${NGINX} "-" "a \x22b\x22 \\"`,
    parsed: { ...nginx, userAgent: String.raw`a \x22b\x22 \\` },
  },
  {
    name: 'its error log',
    id: 'nginx-combined',
    line: '2026/11/29 10:00:05 [error] 7#7: *3 upstream timed out (110: Connection timed out)',
    parsed: 'other',
  },
  { name: 'a cut line', id: 'nginx-combined', line: NGINX.slice(0, -10), parsed: 'broken' },
  { name: 'a cut user agent', id: 'nginx-combined', line: `${NGINX} "-" "curl`, parsed: 'broken' },
  {
    name: 'a user who is called a time and a request',
    id: 'nginx-combined',
    line: String.raw`10.1.0.7 - a [01/Jan/2020:00:00:00 +0000] \x22GET / [29/Nov/2026:10:00:05 +0000] "POST /v1/completions HTTP/1.1" 200 1 "-" "-"`,
    parsed: nginx,
  },
  {
    name: 'two hops',
    id: 'nginx-main',
    line: `${NGINX} "-" "curl/8.7" "10.9.0.1, 10.9.0.2"`,
    parsed: { ...nginx, userAgent: 'curl/8.7', forwardedFor: '10.9.0.1, 10.9.0.2' },
  },
  {
    name: 'no hop',
    id: 'nginx-main',
    line: `${NGINX} "-" "curl/8.7" "-"`,
    parsed: { ...nginx, userAgent: 'curl/8.7' },
  },
  { name: 'a line', id: 'gunicorn', line: `${NGINX} "-" "curl/8.7"`, parsed: { ...nginx, userAgent: 'curl/8.7' } },
  {
    name: 'quotes that are not escaped',
    id: 'gunicorn',
    line: `${NGINX} "-" "a "b" 200 1"`,
    parsed: { ...nginx, userAgent: 'a "b" 200 1' },
  },
  {
    name: 'its own line',
    id: 'gunicorn',
    line: '[2026-11-29 10:00:05 +0000] [7] [INFO] Using worker: sync',
    parsed: 'other',
  },
  {
    name: 'a retry',
    id: 'ingress-nginx',
    line: `${NGINX} "-" "curl/8.7" 4096 60.001 [llm-vllm-8000] [] 10.2.0.1:8000, 10.2.0.2:8000 0, 512 30.000, 30.001 504, 200 abc123`,
    parsed: {
      ...nginx,
      userAgent: 'curl/8.7',
      requestBytes: 4096,
      duration: 60.001,
      upstreams: ['10.2.0.1:8000', '10.2.0.2:8000'],
      requestId: 'abc123',
    },
  },
  {
    name: 'no live upstream',
    id: 'ingress-nginx',
    line: `${NGINX} "-" "curl/8.7" 4096 0.000 [llm-vllm-8000] [] vllm 0 0.000 502 abc123`,
    parsed: { ...nginx, userAgent: 'curl/8.7', requestBytes: 4096, duration: 0, requestId: 'abc123' },
  },
  {
    name: 'the old format with ACK’s end',
    id: 'ingress-nginx',
    line: '10.1.0.7 - [10.1.0.7] - - [29/Nov/2026:10:00:05 +0000] "POST /v1/completions HTTP/2.0" 200 512 "-" "curl/8.7" 4096 1.250 [llm-vllm-8000] 10.2.0.1:8000 512 1.249 200 abc123 llm.example []',
    parsed: {
      ...nginx,
      userAgent: 'curl/8.7',
      requestBytes: 4096,
      duration: 1.25,
      upstreams: ['10.2.0.1:8000'],
      requestId: 'abc123',
    },
  },
  { name: 'a cut line', id: 'ingress-nginx', line: `${NGINX} "-" "curl/8.7" 4096 60.0`, parsed: 'broken' },
  { name: 'another’s line', id: 'ingress-nginx', line: `${NGINX} "-" "curl/8.7" 7 "llm@file"`, parsed: undefined },
  {
    name: 'a line',
    id: 'kong-access',
    line: `${NGINX} "-" "curl/8.7" kong_request_id: "abc123"`,
    parsed: { ...nginx, userAgent: 'curl/8.7', requestId: 'abc123' },
  },
  {
    name: 'a line',
    id: 'traefik-clf',
    line: `${NGINX} "-" "a \\" b" 7 "llm@file" "http://10.2.0.1:8000" 1250ms`,
    parsed: { ...nginx, userAgent: 'a \\" b', duration: 1.25, upstreams: ['10.2.0.1:8000'] },
  },
  {
    name: 'a line',
    id: 'apisix-access',
    line: '10.1.0.7 - - [29/Nov/2026:10:00:05 +0000] llm.example "POST /v1/completions HTTP/1.1" 200 512 1.250 "-" "curl/8.7" 10.2.0.1:8000 200 1.249 "http://llm.example/v1/completions" "abc123"',
    parsed: { ...nginx, duration: 1.25, userAgent: 'curl/8.7', upstreams: ['10.2.0.1:8000'], requestId: 'abc123' },
  },
  {
    name: 'a duration of one’s own',
    id: 'common-log',
    line: `${NGINX} "-" "curl/8.7" rt=1.250 uct=0.001`,
    parsed: { ...nginx, userAgent: 'curl/8.7', duration: 1.25 },
  },
  { name: 'nothing after the bytes', id: 'common-log', line: NGINX, parsed: nginx },
  {
    name: 'captured headers',
    id: 'haproxy',
    line: HAPROXY,
    parsed: {
      at,
      isZoneGuessed: true,
      peer: '10.1.0.7',
      method: 'POST',
      path: '/v1/completions',
      status: 200,
      duration: 1.25,
      userAgent: 'curl/8.7',
      forwardedFor: '10.9.0.1, 10.9.0.2',
      upstreams: ['be/vllm-0'],
    },
  },
  {
    name: 'a client that left before the answer',
    id: 'haproxy',
    line: '2001:db8::1:51000 [29/Nov/2026:12:00:05.000] fe~ be/<NOSRV> 0/-1/-1/-1/900 -1 0 - - CQ-- 5/5/3/2/0 0/9 "POST /v1/completions HTTP/1.1"',
    parsed: {
      at,
      isZoneGuessed: true,
      peer: '2001:db8::1',
      method: 'POST',
      path: '/v1/completions',
      status: 0,
      isGivenUp: true,
      duration: 0.9,
    },
  },
  {
    name: 'a server that goes down',
    id: 'haproxy',
    line: 'Server be/vllm-1 is DOWN, reason: Layer4 timeout',
    parsed: 'other',
  },
  {
    name: 'a handshake',
    id: 'haproxy',
    line: '10.1.0.7:1 [29/Nov/2026:12:00:05.000] fe/1: SSL handshake failure',
    parsed: 'other',
  },
  { name: 'a cut line', id: 'haproxy', line: HAPROXY.slice(0, 60), parsed: 'broken' },
  {
    name: 'a line',
    id: 'envoy',
    line: `${ENVOY} 4000 91 1500 - "10.9.0.1,10.9.0.2" "a "b" c" "${UUID}" "llm.example" "10.2.0.1:8000"`,
    parsed: {
      ...envoy,
      requestBytes: 4000,
      duration: 1.5,
      forwardedFor: '10.9.0.1,10.9.0.2',
      userAgent: 'a "b" c',
      requestId: UUID,
      upstreams: ['10.2.0.1:8000'],
    },
  },
  {
    name: 'a client that left',
    id: 'envoy',
    line: `[2026-11-29T10:00:05.000Z] "POST /v1/completions HTTP/2" 0 DC 4000 0 1500 - "-" "-" "${UUID}" "llm.example" "10.2.0.1:8000"`,
    parsed: {
      ...envoy,
      status: 0,
      isGivenUp: true,
      requestBytes: 4000,
      duration: 1.5,
      requestId: UUID,
      upstreams: ['10.2.0.1:8000'],
    },
  },
  { name: 'a cut line', id: 'envoy', line: ENVOY.slice(0, 40), parsed: 'broken' },
  {
    name: 'the caller’s side',
    id: 'istio',
    line: `${ENVOY} upstream_reset{x} - "delayed connect error: 111" 4000 91 1500 - "-" "curl/8.7" "${UUID}" "llm.example" "10.2.0.1:8000" outbound|8000||vllm.llm.svc 10.1.0.7:1 10.3.0.1:8000 10.1.0.7:2 - default`,
    parsed: {
      ...envoy,
      requestBytes: 4000,
      duration: 1.5,
      peer: '10.1.0.7',
      userAgent: 'curl/8.7',
      requestId: UUID,
      upstreams: ['10.2.0.1:8000'],
      hop: 'outbound',
    },
  },
  {
    name: 'the server’s side before 1.9',
    id: 'istio',
    line: `${ENVOY} "-" "-" 4000 91 1500 9 "10.9.0.1" "curl/8.7" "${UUID}" "llm.example" "127.0.0.1:8000" inbound|8000|| 127.0.0.1:1 10.2.0.1:8000 10.1.0.7:2 sni default`,
    parsed: {
      ...envoy,
      requestBytes: 4000,
      duration: 1.5,
      peer: '10.1.0.7',
      forwardedFor: '10.9.0.1',
      userAgent: 'curl/8.7',
      requestId: UUID,
      upstreams: ['127.0.0.1:8000'],
      hop: 'inbound',
    },
  },
  {
    name: 'an answered one',
    id: 'aws-alb',
    line: `https ${ALB} - - arn:x "Root=1-5" "llm.example" "-" 0 2026-11-29T10:00:03.000000Z`,
    parsed: {
      at,
      peer: '10.1.0.7',
      method: 'POST',
      path: '/v1/completions',
      userAgent: 'curl/8.7',
      status: 200,
      duration: 1.503,
      requestBytes: 900,
      upstreams: ['10.2.0.1:8000'],
    },
  },
  {
    name: 'one that no target had',
    id: 'aws-alb',
    line: `https ${ALB.replace('10.2.0.1:8000 0.001 1.500 0.002 200 200', '- -1 -1 -1 460 -')}`,
    parsed: {
      at,
      peer: '10.1.0.7',
      method: 'POST',
      path: '/v1/completions',
      userAgent: 'curl/8.7',
      status: 460,
      isGivenUp: true,
      requestBytes: 900,
    },
  },
  {
    name: 'a line',
    id: 'aws-classic-elb',
    line: `${ALB.replace('app/llm/50dc', 'llm')} ECDHE TLSv1.2`,
    parsed: {
      at,
      peer: '10.1.0.7',
      method: 'POST',
      path: '/v1/completions',
      userAgent: 'curl/8.7',
      status: 200,
      duration: 1.503,
      requestBytes: 900,
      upstreams: ['10.2.0.1:8000'],
    },
  },
  ...jsonSamples(),
]

function uvicornSamples(): readonly Sample[] {
  const read = { peer: '10.1.0.7', method: 'POST', path: '/v1/completions', status: 200 }
  const access = '10.1.0.7:51000 - "POST /v1/completions?user=%22x HTTP/1.1" 200 OK'
  const rows: readonly (readonly [string, string, Sample['parsed']])[] = [
    ['without a process', `INFO:     ${access}`, read],
    ['with its process', `(APIServer pid=1240) INFO:     ${access}`, read],
    ['with a server’s number', `(ApiServer_0 pid=7) INFO:     ${access}`, read],
    ['of a gunicorn worker', access, read],
    ['without a phrase', access.replace(' OK', ''), read],
    ['of an unknown status', access.replace('200 OK', '499 '), { ...read, status: 499, isGivenUp: true }],
    [
      'of KServe',
      `2026-11-29 12:00:05.000 uvicorn.access INFO:     ${access.replace(' -', ' 77 -').replace('/v1', '/openai/v1')}`,
      { ...read, at, isZoneGuessed: true, path: '/openai/v1/completions' },
    ],
    ['of SGLang', `[2026-11-29 12:00:05] INFO:     ${access}`, { ...read, at, isZoneGuessed: true }],
    ['of an address without brackets', `INFO:     2001:db8::1${access.slice(8)}`, { ...read, peer: '2001:db8::1' }],
    [
      'of an address out of a header',
      `INFO:     ${access.replace(':51000', ':0')}`,
      { ...read, isPeerFromHeader: true },
    ],
    ['of a Unix socket', `INFO:      - ${access.slice(17)}`, { method: 'POST', path: '/v1/completions', status: 200 }],
    ['of its own', 'INFO:     Application startup complete.', 'other'],
    ['of an engine', '(EngineCore_0 pid=9) INFO 11-29 12:00:05 [loggers.py:127] Engine 000: Running: 1 reqs', 'other'],
    ['that was cut', 'INFO:     10.1.0.7:51000 - "POST /v1/compl', 'broken'],
    [
      'within a prompt',
      `(APIServer pid=1) INFO 11-29 12:00:05 [logger.py:41] Received request cmpl-1: prompt: 'INFO:     ${access}', params: x`,
      'other',
    ],
    ['within another text', `said: INFO:     ${access}`, undefined],
  ]
  return rows.map(([name, line, parsed]) => ({ name, id: 'uvicorn', line, parsed }))
}

function jsonSamples(): readonly Sample[] {
  const rows: readonly (readonly [string, string, object, Sample['parsed']])[] = [
    [
      'nginx-json',
      'nginx’ own names',
      {
        time_iso8601: '2026-11-29T10:00:05+00:00',
        remote_addr: '10.1.0.7',
        http_x_forwarded_for: '10.9.0.1',
        request: 'POST /v1/completions?x HTTP/1.1',
        status: '200',
        request_length: '4096',
        request_time: '1.250',
        upstream_addr: '10.2.0.1:8000, 10.2.0.2:8000',
        http_user_agent: 'curl/8.7',
      },
      {
        ...nginx,
        forwardedFor: '10.9.0.1',
        requestBytes: 4096,
        duration: 1.25,
        upstreams: ['10.2.0.1:8000', '10.2.0.2:8000'],
        userAgent: 'curl/8.7',
      },
    ],
    [
      'json',
      'well-known names, and a duration of no known unit',
      {
        ts: at,
        client: { ip: '10.1.0.7' },
        http: { request: { method: 'post' }, response: { status_code: 200 } },
        url: { path: '/v1/completions' },
        duration: 1250,
        usage: { prompt_tokens: 900, completion_tokens: 12 },
        consumer: 'None',
      },
      { ...nginx, consumer: 'None', consumerIs: 'consumer', promptTokens: 900, outputTokens: 12 },
    ],
    [
      'json',
      'a time with a zone before one without',
      { time: '2026-11-29 09:00:00', timestamp: '2026-11-29T10:00:05Z', path: '/x', status: 200, latency: '12.5ms' },
      { at, path: '/x', status: 200, duration: 0.0125 },
    ],
    ['json', 'a record that is no request’s', { level: 'info', status: 200, message: 'ready' }, undefined],
    [
      'istio-json',
      'the server’s side',
      {
        ...envoyRecord,
        path: '/v1/completions',
        downstream_remote_address: '10.1.0.7:2',
        x_forwarded_for: null,
        upstream_cluster: 'inbound|8000||',
        request_id: UUID,
      },
      { ...envoyRead, peer: '10.1.0.7', hop: 'inbound', requestId: UUID },
    ],
    [
      'istio-json',
      'a client that a waypoint hides',
      { ...envoyRecord, path: '/v1/completions', downstream_remote_address: 'envoy://internal_client_address/' },
      envoyRead,
    ],
    [
      'envoy-gateway-json',
      'tokens',
      {
        ...envoyRecord,
        ':authority': 'llm.example',
        'x-envoy-origin-path': '/v1/completions?alt=sse',
        downstream_remote_address: '10.1.0.7:2',
        'user-agent': 'curl/8.7',
        'gen_ai.usage.input_tokens': 900,
        'gen_ai.usage.output_tokens': 12,
        'gen_ai.request.model': 'qwen',
      },
      { ...envoyRead, peer: '10.1.0.7', userAgent: 'curl/8.7', promptTokens: 900, outputTokens: 12, model: 'qwen' },
    ],
    [
      'higress',
      'numbers in quotes, and a record inside',
      {
        ...envoyRecord,
        response_code: '200',
        duration: '1500',
        bytes_received: '4000',
        path: '/v1/completions',
        ai_log: JSON.stringify({ input_token: '900', output_token: '12', model: 'qwen', consumer: 'search' }),
      },
      { ...envoyRead, consumer: 'search', consumerIs: 'consumer', promptTokens: 900, outputTokens: 12, model: 'qwen' },
    ],
    [
      'kong-log',
      'a consumer, two tries and tokens',
      {
        started_at: 1000 * at,
        client_ip: '10.1.0.7',
        consumer: { username: 'search' },
        latencies: { request: 1500, proxy: 1499, kong: 1 },
        request: {
          id: 'abc123',
          method: 'POST',
          uri: '/v1/completions?x',
          size: '4000',
          headers: { 'user-agent': 'curl/8.7' },
        },
        response: { status: 200 },
        tries: [
          { ip: '10.2.0.1', port: 8000 },
          { ip: '10.2.0.2', port: 8000 },
        ],
        ai: { 'ai-proxy': { usage: { prompt_tokens: 900, completion_tokens: 12 }, meta: { request_model: 'qwen' } } },
      },
      {
        ...envoyRead,
        peer: '10.1.0.7',
        consumer: 'search',
        consumerIs: 'consumer',
        userAgent: 'curl/8.7',
        upstreams: ['10.2.0.1:8000', '10.2.0.2:8000'],
        requestId: 'abc123',
        promptTokens: 900,
        outputTokens: 12,
        model: 'qwen',
      },
    ],
    [
      'apisix-log',
      'a consumer',
      {
        start_time: 1000 * at,
        apisix_latency: 1,
        latency: 1500,
        client_ip: '10.1.0.7',
        consumer: { username: 'search' },
        request: { method: 'POST', uri: '/v1/completions', size: 4000, headers: {} },
        response: { status: 200 },
        upstream: '10.2.0.1:8000',
      },
      { ...envoyRead, peer: '10.1.0.7', consumer: 'search', consumerIs: 'consumer' },
    ],
    [
      'traefik-json',
      'nanoseconds and a retry',
      {
        StartUTC: '2026-11-29T10:00:05Z',
        ClientAddr: '[2001:db8::1]:51000',
        RequestMethod: 'POST',
        RequestPath: '/v1/completions',
        DownstreamStatus: 200,
        Duration: 1_500_000_000,
        RequestContentSize: 4000,
        RetryAttempts: 1,
        ServiceURL: 'http://10.2.0.1:8000',
      },
      { ...envoyRead, peer: '2001:db8::1', attempts: 2 },
    ],
    [
      'caddy',
      'its trusted client',
      {
        ts: at,
        logger: 'http.log.access.log0',
        user_id: '',
        request: {
          remote_ip: '10.3.0.1',
          client_ip: '10.1.0.7',
          method: 'POST',
          uri: '/v1/completions',
          headers: { 'User-Agent': ['curl/8.7'], 'X-Forwarded-For': ['10.1.0.7'] },
        },
        bytes_read: 4000,
        duration: '1.5s',
        status: 200,
      },
      {
        ...nginx,
        forwardedFor: '10.1.0.7',
        userAgent: 'curl/8.7',
        requestBytes: 4000,
        duration: 1.5,
      },
    ],
    [
      'gcp-lb',
      'a client that left',
      {
        timestamp: '2026-11-29T10:00:05Z',
        httpRequest: {
          remoteIp: '10.1.0.7:51000',
          requestMethod: 'POST',
          requestUrl: 'https://llm.example/v1/completions',
          requestSize: '4000',
          status: 0,
          latency: '1.500000s',
          serverIp: '10.2.0.1:8000',
        },
        jsonPayload: { statusDetails: 'client_disconnected_before_any_response' },
      },
      { ...envoyRead, status: 0, peer: '10.1.0.7', isGivenUp: true },
    ],
    [
      'litellm',
      'a team where the key has no name',
      {
        startTime: at,
        endTime: at + 1.5,
        model_group: 'qwen',
        prompt_tokens: 900,
        completion_tokens: 12,
        api_base: 'http://10.2.0.1:8000/v1',
        metadata: { user_api_key_alias: 'None', user_api_key_team_alias: 'search', requester_ip_address: '10.1.0.7' },
        messages: [{ role: 'user', content: 'a prompt' }],
      },
      {
        at,
        peer: '10.1.0.7',
        consumer: 'search',
        consumerIs: 'team',
        duration: 1.5,
        promptTokens: 900,
        outputTokens: 12,
        model: 'qwen',
        upstreams: ['10.2.0.1:8000'],
      },
    ],
    [
      'cloudflare',
      'a line',
      {
        EdgeStartTimestamp: 1e9 * at,
        EdgeEndTimestamp: 1e9 * (at + 1.5),
        ClientIP: '10.1.0.7',
        ClientRequestMethod: 'POST',
        ClientRequestURI: '/v1/completions?x',
        EdgeResponseStatus: 200,
        ClientRequestBytes: 4000,
        RayID: 'abc123',
      },
      { ...nginx, requestBytes: 4000, duration: 1.5, requestId: 'abc123' },
    ],
  ]
  const lines = rows.map(([id, name, record, parsed]) => ({ id, name, line: JSON.stringify(record), parsed }))
  const cut = lines.filter(({ parsed, id }) => typeof parsed === 'object' && id !== 'caddy')
  return [
    ...lines,
    ...cut.map(({ id, name, line }) => ({
      id,
      name: `${name}, cut`,
      line: line.slice(0, -1),
      parsed: 'broken' as const,
    })),
    {
      id: 'nginx-json',
      name: 'escapes that are no JSON',
      line: String.raw`{"remote_addr":"10.1.0.7","request_uri":"/v1/\x22","method":"POST","status":200,"msec":1795946405.000}`,
      parsed: { ...nginx, path: '/v1/"' },
    },
  ]
}
