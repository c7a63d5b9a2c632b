import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClientReading, PresentClients } from '../../../src/domain/clients.ts'
import { earlier, hours, minutes } from '../../../src/domain/time.ts'
import { windowEnding } from '../../../src/domain/window.ts'
import { type SeriesClientsSettings, createSeriesClients } from '../../../src/clients/series/create-series-clients.ts'
import { type FakePrometheus, startFakePrometheus } from '../../evidence/fake-prometheus.ts'
import { describeWith } from '../../support/needs.ts'
import { type RealServer, startPrometheus, startVictoriaMetrics } from '../../support/real-servers.ts'
import { type Counter, END, historyOf } from './history.ts'

/** A counter that grows from the window on ten times as fast. */
function grown(series: string, now: number): Counter {
  return { series, before: now / 10, now, start: 100 }
}

function higress(metric: string, consumer: string, now: number): Counter {
  return grown(
    `route_upstream_model_consumer_metric_${metric}{ai_route="r",ai_model="m",ai_consumer="${consumer}"}`,
    now,
  )
}

function envoy(name: string, type: string, user: string): string {
  return `gen_ai_client_token_usage_${name}{gen_ai_token_type="${type}",gen_ai_request_model="m",user_id="${user}"}`
}

const FAMILIES: readonly Counter[] = [
  ...['batch', 'none'].flatMap((consumer, index) => [
    higress('llm_duration_count', consumer, 20 / (index + 1)),
    higress('input_token', consumer, 4000),
    higress('output_token', consumer, 100),
    higress('llm_service_duration', consumer, 60_000),
  ]),
  // Cached tokens are a part of those of the prompt, and each request counts once under each type.
  ...['alice', ''].flatMap((user) =>
    [
      ['input', 5000],
      ['cached_input', 3000],
      ['output', 200],
      ['reasoning', 150],
      ['total', 5200],
    ].flatMap(([type = '', tokens]) => [
      grown(envoy('sum', String(type), user), Number(tokens)),
      grown(envoy('count', String(type), user), 10),
    ]),
  ),
  // Other routes pass the same APISIX: where requests to models are marked, those alone are read.
  grown('apisix_http_status{code="200",consumer="ml",route="1",request_type="ai_chat",llm_model="m"}', 30),
  // A limit refused these: they are nobody's load, and no failures.
  grown('apisix_http_status{code="429",consumer="ml",route="1",request_type="ai_chat",llm_model="m"}', 70),
  grown('apisix_http_status{code="504",consumer="ml",route="1",request_type="ai_stream",llm_model="m"}', 3),
  grown('apisix_http_status{code="200",consumer="shop",route="2",request_type="traditional_http",llm_model=""}', 900),
  grown('apisix_llm_prompt_tokens{consumer="ml",route_id="1",request_type="ai_chat"}', 9000),
  grown('apisix_llm_completion_tokens{consumer="ml",route_id="1",request_type="ai_chat"}', 300),
  { series: 'apisix_http_requests_total', before: 1000, now: 1000 },
  // Kong with consumers on its AI counters: tokens by type, of which one is the sum.
  grown('kong_ai_llm_requests_total{ai_model="m",consumer="team-a",request_mode="stream"}', 12),
  grown('kong_ai_llm_requests_total{ai_model="m",consumer="",request_mode="stream"}', 2),
  ...[
    ['prompt_tokens', 700],
    ['completion_tokens', 70],
    ['total_tokens', 770],
  ].map(([type = '', tokens]) =>
    grown(`kong_ai_llm_tokens_total{ai_model="m",consumer="team-a",token_type="${type}"}`, Number(tokens)),
  ),
  grown('kong_http_requests_total{service="web",code="200",consumer="team-a"}', 500),
  // Hubble with both ends, and pods of one workload.
  ...['server', 'client'].flatMap((reporter) =>
    ['7d9c8b6f5-abcde', '7d9c8b6f5-fghij'].map((pod) =>
      grown(
        `hubble_http_requests_total{reporter="${reporter}",method="POST",status="200",source="apps/crawler-${pod}",destination="llm/vllm-0"}`,
        15,
      ),
    ),
  ),
  grown(
    'hubble_http_requests_total{reporter="server",method="GET",status="200",source="mon/prometheus-0",destination="llm/vllm-0"}',
    90,
  ),
]

const WINDOW = windowEnding(END, minutes(10))
const REQUEST = {
  window: WINDOW,
  baseline: windowEnding(earlier(WINDOW.start, minutes(10)), hours(1)),
  top: 5,
  takenAt: END,
}

async function read(url: string, settings: Partial<SeriesClientsSettings> = {}): Promise<readonly ClientReading[]> {
  const source = createSeriesClients({ server: { url }, ...settings })
  try {
    return await source.read({ ...REQUEST, deadline: AbortSignal.timeout(10_000) })
  } finally {
    await source.close()
  }
}

function of(readings: readonly ClientReading[], source: string): PresentClients {
  const [reading] = readings.filter((one) => one.source === source)
  if (reading?.status !== 'present') throw new Error(JSON.stringify(readings, undefined, 1))
  return reading
}

interface Expectation {
  readonly source: string
  readonly client: string
  readonly now: Readonly<Record<string, number>>
  readonly total: number
  readonly unattributed: number
}

/** Each counts once, though the series tell most of it several times. */
const EXPECTED: readonly Expectation[] = [
  {
    source: 'higress',
    client: 'batch',
    now: { requests: 200, promptTokens: 40_000, outputTokens: 1000, busySeconds: 600 },
    total: 300,
    unattributed: 100,
  },
  {
    source: 'envoy-ai-gateway',
    client: 'alice',
    now: { requests: 100, promptTokens: 50_000, outputTokens: 2000 },
    total: 200,
    unattributed: 100,
  },
  {
    source: 'apisix',
    client: 'ml',
    now: { requests: 330, failures: 30, promptTokens: 90_000, outputTokens: 3000 },
    total: 330,
    unattributed: 0,
  },
  {
    source: 'kong',
    client: 'team-a',
    now: { requests: 120, promptTokens: 7000, outputTokens: 700 },
    total: 140,
    unattributed: 20,
  },
  { source: 'hubble', client: 'apps/crawler', now: { requests: 300, failures: 0 }, total: 300, unattributed: 0 },
]

function check(readings: readonly ClientReading[], { source, client, now, total, unattributed }: Expectation): void {
  const reading = of(readings, source)
  expect(reading.clients.map((one) => one.client)).toEqual([client])
  const [first] = reading.clients
  for (const [measure, value] of Object.entries(now)) {
    const counted = new Map<string, unknown>(Object.entries(first?.now ?? {})).get(measure)
    expect(Number(counted), `${source} ${measure}`).toBeCloseTo(value, -Math.log10(2 * (1 + value * 0.02)))
  }
  expect(Math.abs(reading.total.now.requests - total), `${source} total`).toBeLessThanOrEqual(total * 0.02)
  expect(Math.abs(reading.unattributed.now.requests - unattributed), `${source} unattributed`).toBeLessThanOrEqual(3)
  const before = first?.before?.requests ?? 0
  const wanted = ((now['requests'] ?? 0) / 10) * 6
  expect(Math.abs(before - wanted), `${source} before`).toBeLessThanOrEqual(wanted * 0.03)
}

describeWith(['prometheus', 'promtool'], 'createSeriesClients on a real Prometheus with every family', () => {
  let server: RealServer
  let readings: readonly ClientReading[] = []
  beforeAll(async () => {
    server = await startPrometheus({ history: historyOf(FAMILIES) })
    readings = await read(server.baseUrl)
  }, 30_000)
  afterAll(() => server.stop())

  it.each(EXPECTED)('reads $source', (expectation) => check(readings, expectation))

  it('asks for another label where the installation chose it', async () => {
    const own = of(await read(server.baseUrl, { labels: ['gen_ai_request_model'] }), 'envoy-ai-gateway')
    expect(own).toMatchObject({ identity: 'consumer', clients: [{ client: 'm', now: { requests: 200 } }] })
  })
})

describeWith('victoria-metrics', 'createSeriesClients on a real VictoriaMetrics with every family', () => {
  let server: RealServer
  let readings: readonly ClientReading[] = []
  beforeAll(async () => {
    server = await startVictoriaMetrics()
    const text = historyOf(FAMILIES).replaceAll(/ (\d{10})$/gm, ' $1000')
    await fetch(`${server.baseUrl}/api/v1/import/prometheus`, { method: 'POST', body: text })
    await fetch(`${server.baseUrl}/internal/force_flush`)
    readings = await read(server.baseUrl)
  }, 30_000)
  afterAll(() => server.stop())

  it.each(EXPECTED)('reads $source', (expectation) => check(readings, expectation))
})

describe('createSeriesClients', () => {
  const stops: (() => Promise<void>)[] = []
  afterAll(async () => void (await Promise.all(stops.map((stop) => stop()))))

  /** A store with one family whose clients are more than are listed. */
  async function crowd(): Promise<FakePrometheus> {
    const server = await startFakePrometheus(({ path, form }) => {
      const query = form.get('query') ?? ''
      const rows = (labels: readonly Readonly<Record<string, string>>[], value: string) =>
        labels.map((metric) => ({ metric, value: [END, value] }))
      const vector = (result: unknown) => ({
        body: JSON.stringify({ status: 'success', data: { resultType: 'vector', result } }),
      })
      if (path.endsWith('/query_range')) return { status: 500, body: '{}' }
      if (query.startsWith('count by (__name__)')) {
        return vector(rows([{ __name__: 'route_upstream_model_consumer_metric_llm_duration_count' }], '1'))
      }
      if (query.includes('topk(')) {
        const many = Array.from({ length: 1000 }, (_, index) => ({ ai_consumer: `c${index}`, whyslow_part: '0' }))
        return vector(rows(many, '5'))
      }
      const parts = [...query.matchAll(/"whyslow_part", "(\d+)"/g)].map(([, part = '']) => ({ whyslow_part: part }))
      return vector(rows(parts, query.includes('sum(') ? '9000' : '1'))
    })
    stops.push(server.stop)
    return server
  }

  it('asks for the sum by itself where there are more clients than are listed', async () => {
    const server = await crowd()
    const reading = of(await read(server.url), 'higress')
    expect(reading.total.now.requests).toBe(9000)
    expect(reading.clients).toHaveLength(5)
    expect(reading.clients[0]?.byMinute).toBeUndefined()
  })

  it('asks little: for names once, twice for what a family has, then twice a span at most', async () => {
    const server = await crowd()
    await read(server.url)
    expect(server.requests.filter(({ path }) => path.endsWith('/query'))).toHaveLength(7)
  })
})
