import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import type { openHttpPool } from '../../src/lib/http-pool.ts'
import { familiesOf } from '../../src/signals/term.ts'
import { SIGNALS } from '../../src/signals/catalog.ts'
import { probeName } from '../../src/signals/family.ts'

/** The worked incident at any size: the first instance takes most of the arrivals and has a queue. */
export interface FakePrometheus {
  /** Every body sent so far, in order. */
  readonly sent: string[]
  readonly answer: (path: string, form: URLSearchParams) => string
}

const PART = /label_replace\((.+?), "whyslow_part", "(\d+)", "", ""\)/g
const BY = /\bby \(([^)]*)\)/
const METRIC = /(?:vllm:[\w:]+|DCGM_\w+|nginx_\w+|process_start_time_seconds|node_uname_info|\bup)\b/
const BUCKETS = ['0.1', '0.5', '1', '2.5', '5', '10', '+Inf']

/** Answers each query from memory: the same query always with the very same body. */
export function createFakePrometheus(instances: number): FakePrometheus {
  const bodies = new Map<string, string>()
  const sent: string[] = []
  const names = SIGNALS.flatMap(({ term }) => familiesOf(term)).map((family) =>
    probeName(family, family.names[0] ?? family.id),
  )
  function bodyOf(path: string, form: URLSearchParams): string {
    if (path.endsWith('/label/__name__/values')) return success([...new Set(names)])
    if (path.endsWith('/values')) return success(['qwen2.5-7b'])
    return success({ resultType: 'vector', result: rowsOf(form.get('query') ?? '', instances) })
  }
  function answer(path: string, form: URLSearchParams): string {
    const key = `${path} ${form.get('query') ?? ''}`
    const body = bodies.get(key) ?? bodyOf(path, form)
    bodies.set(key, body)
    sent.push(body)
    return body
  }
  return { sent, answer }
}

/** Over loopback HTTP. */
export async function serve(fake: FakePrometheus): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake')
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      text += chunk
    })
    request.on('end', () => {
      const form = request.method === 'POST' ? new URLSearchParams(text) : url.searchParams
      response.setHeader('content-type', 'application/json')
      response.end(fake.answer(url.pathname, form))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** In this process: what is left is whyslow's own time. */
export function openFakePool(fake: FakePrometheus): typeof openHttpPool {
  return () => ({
    request: async ({ path, body }) => {
      const url = new URL(path, 'http://fake')
      const form = body === undefined ? url.searchParams : new URLSearchParams(body)
      return { status: 200, contentType: 'application/json', text: fake.answer(url.pathname, form) }
    },
    close: async () => undefined,
  })
}

interface WireRow {
  readonly metric: Readonly<Record<string, string>>
  readonly value: readonly [number, string]
}

function rowsOf(query: string, instances: number): readonly WireRow[] {
  return [...query.matchAll(PART)].flatMap(([, expression = '', part = '']) => {
    const by = (BY.exec(expression)?.[1] ?? '').split(', ').filter((label) => label !== '')
    const metric = METRIC.exec(expression)?.[0] ?? ''
    const isQuantile = expression.startsWith('histogram_quantile')
    const labels = isQuantile ? by.filter((label) => label !== 'le') : by
    const at = { metric, isBefore: / offset \d{4,}s/.test(expression) }
    return groupsOf(labels, instances, metric).map((group, index) => ({
      metric: { ...group, whyslow_part: part },
      value: [1_795_960_920, String(valueOf(at, { index, rows: labels.length > 0, instances }))] as const,
    }))
  })
}

function groupsOf(labels: readonly string[], instances: number, metric: string): readonly Record<string, string>[] {
  if (labels.length === 0) return [{}]
  if (labels.includes('le')) return BUCKETS.map((le) => ({ le }))
  return Array.from({ length: instances }, (_, index) =>
    Object.fromEntries(labels.flatMap((label) => labelOf(label, index, metric))),
  )
}

function labelOf(label: string, index: number, metric: string): readonly (readonly [string, string])[] {
  const host = `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`
  switch (label) {
    case 'instance':
      return [[label, `${host}:${metric.startsWith('DCGM') ? 9400 : 8000}`]]
    case 'engine':
      return [[label, '0']]
    case 'model_name':
      return [[label, 'qwen2.5-7b']]
    case 'Hostname':
      return metric.startsWith('DCGM') ? [[label, `gpu-node-${index}`]] : []
    default:
      return []
  }
}

/** The first of the instances is the hot one. */
function valueOf(
  { metric, isBefore }: { metric: string; isBefore: boolean },
  { index, rows, instances }: { index: number; rows: boolean; instances: number },
): number {
  const isHot = rows && index === 0 && !isBefore
  const [calm, hot] = VALUES.find(([name]) => metric.startsWith(name))?.slice(1) ?? [1, 1]
  if (rows) return Number(isHot ? hot : calm)
  const isSum = SUMMED.some((name) => metric.startsWith(name))
  if (isSum) return Number(calm) * (isBefore ? instances : instances - 1) + Number(isBefore ? 0 : hot)
  return Number(isBefore ? calm : hot)
}

const SUMMED = ['up', 'vllm:num_requests', 'vllm:request_success', 'vllm:generation', 'vllm:prompt_tokens']

/** Metric, calm value, hot value. */
const VALUES: readonly (readonly [string, number, number])[] = [
  ['up', 1, 1],
  ['process_start', 0, 0],
  ['vllm:num_requests_waiting', 0, 41.25],
  ['vllm:num_requests_running', 3.5, 96.5],
  ['vllm:kv_cache_usage_perc', 0.12345, 0.96123],
  ['vllm:num_preemptions', 0, 0],
  ['vllm:request_success', 400.75, 2400.5],
  ['vllm:request_queue_time', 0.0123, 8.0321],
  ['vllm:request_prefill_time', 0.31, 0.42],
  ['vllm:request_decode_time', 1.52, 2.11],
  ['vllm:e2e_request_latency', 1.87, 10.57],
  ['vllm:time_to_first_token', 0.35, 8.5],
  ['DCGM_FI_DEV_SM_CLOCK', 2520, 2520],
  ['DCGM_FI_DEV_GPU_TEMP', 61, 63],
  ['DCGM_FI_DEV_POWER_USAGE', 210, 240],
  ['DCGM_FI_DEV', 0, 0],
  ['nginx', 1.9, 10.6],
]

function success(data: unknown): string {
  return JSON.stringify({ status: 'success', data })
}
