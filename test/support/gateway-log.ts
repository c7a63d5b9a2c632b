import { seconds, unixSeconds } from '../../src/domain/time.ts'
import type { ClientsRequest } from '../../src/domain/clients.ts'
import { type Window, windowEnding } from '../../src/domain/window.ts'
import type { LogLine } from './log-lines.ts'

export const END = unixSeconds(Date.UTC(2026, 7, 5, 12, 0, 0) / 1000)
export const WINDOW: Window = windowEnding(END, seconds(600))
export const BASELINE: Window = windowEnding(unixSeconds(END - 1200), seconds(600))

export function aClientsRequest(more: Partial<ClientsRequest> = {}): ClientsRequest {
  return { window: WINDOW, baseline: BASELINE, top: 5, deadline: AbortSignal.timeout(10_000), takenAt: END, ...more }
}

/** A request of the made-up log. */
export interface Asked {
  readonly at: number
  readonly client: string
  readonly path?: string
  readonly method?: string
  readonly status?: number
  readonly bytes?: number
  readonly seconds?: number
  readonly upstream?: string
  readonly agent?: string
}

/** The same requests evenly over a window. */
export function spread(count: number, window: Window, asked: Omit<Asked, 'at'>): readonly Asked[] {
  return Array.from({ length: count }, (_, index) => ({
    ...asked,
    at: window.start + ((index + 0.5) * (window.end - window.start)) / count,
  }))
}

/** One client at two instances, one of them after a try of the other; and what a limit refused of it. */
export const SPREAD_OUT: readonly Asked[] = [
  ...spread(30, WINDOW, { client: '10.9.0.7', upstream: '10.0.0.4:8000' }),
  ...spread(10, WINDOW, { client: '10.9.0.7', upstream: '10.0.0.4:8000, 10.0.0.5:8000' }),
  ...spread(10, WINDOW, { client: '10.9.0.7', upstream: '10.0.0.5:8000' }),
  ...spread(4, WINDOW, { client: '10.9.0.7', upstream: '-', status: 499 }),
  ...spread(500, WINDOW, { client: '10.9.0.7', upstream: '-', status: 429 }),
]

/** A crawler that begins to send long prompts beside a steady web shop, and what is no inference. */
export const STORY: readonly Asked[] = [
  ...spread(60, WINDOW, { client: '10.9.0.7', bytes: 90_000, seconds: 20 }),
  ...spread(6, WINDOW, { client: '10.9.0.7', bytes: 90_000, seconds: 60, status: 504 }),
  ...spread(3, WINDOW, { client: '10.9.0.7', bytes: 90_000, seconds: 30, status: 499 }),
  ...spread(40, WINDOW, { client: '10.1.0.2', bytes: 2000, seconds: 1.5 }),
  ...spread(5, WINDOW, { client: '-', bytes: 100, seconds: 1 }),
  ...spread(300, WINDOW, { client: '10.0.0.1', method: 'GET', path: '/health' }),
  ...spread(30, WINDOW, { client: '10.0.0.1', method: 'POST', path: '/tokenize' }),
  ...spread(4, BASELINE, { client: '10.9.0.7', bytes: 1000, seconds: 2 }),
  ...spread(40, BASELINE, { client: '10.1.0.2', bytes: 2000, seconds: 1.5 }),
]

/** One address of an office from which ten programs speak, and one that never says who it is. */
export const OFFICE: readonly Asked[] = [
  ...Array.from({ length: 10 }, (_, index) => spread(6, WINDOW, { client: '10.9.0.7', agent: `app/${index}` })).flat(),
  ...spread(6, WINDOW, { client: '10.9.0.7', agent: '-' }),
  ...spread(40, WINDOW, { client: '10.1.0.2', agent: 'shop/2' }),
  ...spread(20, WINDOW, { client: '10.1.0.9', agent: '-' }),
]

export function ingressLine({ at, client, ...asked }: Asked): LogLine {
  const {
    path = '/v1/chat/completions?user=a',
    method = 'POST',
    status = 200,
    bytes = 500,
    seconds: length = 1,
    upstream = '10.0.0.4:8000',
    agent = 'agent/1 (x; y)',
  } = asked
  const line = `${client} - - [05/Aug/2026:12:00:00 +0000] "${method} ${path} HTTP/1.1" ${status} 321 "-" "${agent}" ${bytes} ${length} [llm-vllm-80] [] ${upstream} 321 ${length} ${status} 5f3`
  return { at, line, labels: { app: 'ingress-nginx', client: 'a label of the stream' } }
}

export function uvicornLine({
  at,
  client,
  path = '/v1/chat/completions',
  method = 'POST',
  status = 200,
}: Asked): LogLine {
  const port = 10_000 + (Math.round(at * 7) % 50_000)
  return {
    at,
    line: `(APIServer pid=1) INFO:     ${client}:${port} - "${method} ${path} HTTP/1.1" ${status} OK`,
    labels: { app: 'vllm' },
  }
}

/** As Envoy's JSON with the tokens of an AI gateway. */
export function envoyLine(asked: Asked): LogLine {
  const { at, client, path = '/v1/chat/completions', method = 'POST', status = 200, bytes = 500 } = asked
  const record = {
    method,
    'x-envoy-origin-path': path,
    path,
    response_code: status,
    bytes_received: bytes,
    duration: (asked.seconds ?? 1) * 1000,
    downstream_remote_address: client === '-' ? null : `${client}:${40_000 + (Math.round(at) % 1000)}`,
    'gen_ai.usage.input_tokens': status === 200 ? bytes / 4 : null,
    'gen_ai.usage.output_tokens': status === 200 ? 100 : null,
  }
  return { at, line: JSON.stringify(record), labels: { app: 'envoy' } }
}
