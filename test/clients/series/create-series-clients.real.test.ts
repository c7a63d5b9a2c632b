import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ClientReading, PresentClients } from '../../../src/domain/clients.ts'
import { earlier, hours, minutes } from '../../../src/domain/time.ts'
import { windowEnding } from '../../../src/domain/window.ts'
import { type SeriesClientsSettings, createSeriesClients } from '../../../src/clients/series/create-series-clients.ts'
import { describeWith } from '../../support/needs.ts'
import { type RealServer, startPrometheus } from '../../support/real-servers.ts'
import { type Counter, END, historyOf } from './history.ts'

const PROXY = 'job="litellm",instance="10.0.0.5:4000"'
const HASH = '88dc28d0f030c55ed4ab77ed8faf098196cb1c05df778539800c9f1243fe6b4b'

function requests(alias: string, counts: Omit<Counter, 'series'>, labels = `${PROXY},status_code="200"`): Counter {
  return {
    series: `litellm_proxy_total_requests_metric_total{${labels},api_key_alias="${alias}",route="/v1/chat/completions",team_alias="research"}`,
    ...counts,
  }
}

function ofKey(name: string, alias: string, counts: Omit<Counter, 'series'>): Counter {
  return { series: `${name}{${PROXY},api_key_alias="${alias}",team_alias="research"}`, ...counts }
}

/** A batch that nobody saw before, a steady chat, what has no key, and a restarted second proxy. */
const LITELLM: readonly Counter[] = [
  requests('batch', { before: 0, now: 60, isNew: true }),
  requests('batch', { before: 0, now: 6, isNew: true }, `${PROXY},status_code="503"`),
  requests('chat', { before: 20, now: 20, start: 5000 }),
  requests(
    'chat',
    { before: 20, now: 20, start: 9000, restartAt: earlier(END, minutes(5)) },
    'job="litellm",instance="10.0.0.6:4000",status_code="200"',
  ),
  requests('None', { before: 4, now: 4, start: 70 }),
  // Lists of models are no inference.
  {
    series: `litellm_proxy_total_requests_metric_total{${PROXY},status_code="200",api_key_alias="poller",route="/v1/models"}`,
    before: 600,
    now: 600,
  },
  // A proxy that Prometheus begins to read within the window had counted before.
  requests(
    'old',
    { before: 10, now: 10, start: 100_000, seenFrom: earlier(END, minutes(4)) },
    'job="litellm",instance="10.0.0.7:4000",status_code="200"',
  ),
  ofKey('litellm_input_tokens_metric_total', 'batch', { before: 0, now: 600_000, isNew: true }),
  ofKey('litellm_input_tokens_metric_total', 'chat', { before: 8000, now: 8000 }),
  ofKey('litellm_input_tokens_metric_total', 'None', { before: 40, now: 40 }),
  ofKey('litellm_output_tokens_metric_total', 'batch', { before: 0, now: 1000, isNew: true }),
  ofKey('litellm_output_tokens_metric_total', 'chat', { before: 4000, now: 4000 }),
  ...['10.0.1.1', '10.0.1.2'].map((host, index): Counter => ({
    series: `litellm_deployment_total_requests_total{${PROXY},api_key_alias="batch",api_base="http://${host}:8000/v1",litellm_model_name="m"}`,
    before: 0,
    now: index === 0 ? 90 : 30,
    isNew: true,
  })),
  // What the router of the engines tells again.
  { series: 'vllm:num_incoming_requests_total{job="router",instance="10.0.2.1:8001",model="m"}', before: 24, now: 90 },
]

const OTHERS: readonly Counter[] = [
  {
    series: `litellm_requests_metric_total{job="keys",instance="a",api_key_alias="None",hashed_api_key="${HASH}"}`,
    before: 5,
    now: 5,
  },
  {
    series: 'kong_http_requests_total{job="kong",instance="k",service="llm",code="200",consumer=""}',
    before: 5,
    now: 5,
  },
]

function istio(
  reporter: string,
  workload: string,
  counts: Omit<Counter, 'series'>,
  more: { code?: string; to?: string } = {},
): Counter {
  const { code = '200', to = 'vllm-llama' } = more
  return {
    series: `istio_requests_total{job="mesh",instance="10.0.3.${reporter === 'source' ? 1 : 2}:15020",reporter="${reporter}",source_workload="${workload}",source_workload_namespace="apps",destination_workload="${to}",response_code="${code}"}`,
    ...counts,
  }
}

const ISTIO: readonly Counter[] = [
  ...['source', 'destination'].flatMap((reporter) => [
    istio(reporter, 'crawler', { before: 1, now: 60 }),
    istio(reporter, 'crawler', { before: 0, now: 6, isNew: true }, { code: '503' }),
    istio(reporter, 'web', { before: 12, now: 12 }),
    istio(reporter, 'unknown', { before: 3, now: 3 }),
    istio(reporter, 'web', { before: 900, now: 900 }, { to: 'shop' }),
  ]),
  {
    series:
      'istio_request_bytes_sum{job="mesh",instance="10.0.3.2:15020",reporter="destination",source_workload="crawler",source_workload_namespace="apps",destination_workload="vllm-llama"}',
    before: 1000,
    now: 600_000,
  },
]

function only(readings: readonly ClientReading[], source: string, identity: string): PresentClients {
  const found = readings.filter((one) => one.status === 'present' && one.source === source && one.identity === identity)
  const [reading] = found
  if (found.length !== 1 || reading?.status !== 'present') throw new Error(JSON.stringify(readings, undefined, 1))
  return reading
}

describeWith(['prometheus', 'promtool'], 'createSeriesClients on a real Prometheus', () => {
  let server: RealServer
  beforeAll(async () => {
    server = await startPrometheus({ history: historyOf([...LITELLM, ...OTHERS, ...ISTIO]) })
  }, 30_000)
  afterAll(() => server.stop())

  async function read(settings: Partial<SeriesClientsSettings> = {}): Promise<readonly ClientReading[]> {
    const source = createSeriesClients({ server: { url: server.baseUrl }, ...settings })
    const window = windowEnding(END, minutes(10))
    try {
      return await source.read({
        window,
        baseline: windowEnding(earlier(window.start, minutes(10)), hours(1)),
        top: 5,
        deadline: AbortSignal.timeout(10_000),
        takenAt: END,
      })
    } finally {
      await source.close()
    }
  }

  it('tells who LiteLLM counted: the new client whole, a restarted proxy nearly, nobody by itself', async () => {
    const { clients, total, unattributed, isPartial } = only(await read(), 'litellm', 'key_alias')
    expect(clients.map(({ client }) => client)).toEqual(['batch', 'chat', 'old'])
    const [batch, chat, old] = clients
    expect(batch).toMatchObject({
      now: {
        requests: 660,
        failures: 60,
        promptTokens: 6_000_000,
        outputTokens: 10_000,
        attempts: 1200,
        upstreams: { '10.0.1.1:8000': 900, '10.0.1.2:8000': 300 },
      },
      before: { requests: 0, failures: 0, promptTokens: 0, outputTokens: 0 },
    })
    // What the restarted process counted between its last scrape and its end nobody has seen.
    expect(chat?.now.requests).toBeGreaterThan(390)
    expect(chat?.now.requests).toBeLessThanOrEqual(400)
    expect(chat?.before).toMatchObject({ requests: 2400, promptTokens: 480_000 })
    expect(old?.now.requests).toBeLessThan(50)
    expect(unattributed).toMatchObject({ now: { requests: 40, promptTokens: 400 }, before: { requests: 240 } })
    const named = clients.reduce((sum, { now }) => sum + now.requests, 0)
    expect(Math.abs(total.now.requests - named - 40)).toBeLessThanOrEqual(2)
    expect(isPartial).toBe(false)
  })

  it('tells by minute when a client began', async () => {
    const { clients } = only(await read(), 'litellm', 'key_alias')
    expect(clients[0]?.byMinute).toHaveLength(10)
    expect(clients[0]?.byMinute?.slice(1)).toEqual(Array.from({ length: 9 }, () => 66))
    expect(clients[1]?.byMinute?.slice(0, 4)).toEqual([40, 40, 40, 40])
  })

  it('tells of a team, too, where the series carry one, and shares out its measures alone', async () => {
    const { clients } = only(await read(), 'litellm', 'team')
    expect(clients).toMatchObject([{ client: 'research' }])
  })

  it('reads one end of a mesh, and only what goes to the models', async () => {
    const { clients, total, unattributed } = only(await read(), 'istio', 'workload')
    expect(clients).toMatchObject([
      {
        client: 'apps/crawler',
        now: { requests: 660, failures: 60, requestBytes: 6_000_000 },
        before: { requests: 60 },
      },
      { client: 'apps/web', now: { requests: 120, failures: 0 }, before: { requests: 720 } },
    ])
    expect(total).toMatchObject({ now: { requests: 810 }, before: { requests: 960 } })
    expect(unattributed).toMatchObject({ now: { requests: 30 }, before: { requests: 180 } })
  })

  it('takes the workloads that the settings name for the models', async () => {
    const { clients } = only(await read({ destinations: 'shop' }), 'istio', 'workload')
    expect(clients).toMatchObject([{ client: 'apps/web', now: { requests: 9000 } }])
  })

  it('names a key without an alias by eight characters of its hash', async () => {
    const { clients } = only(
      await read({ matchers: [{ name: 'job', op: '=', value: 'keys' }] }),
      'litellm',
      'key_alias',
    )
    expect(clients).toMatchObject([{ client: '88dc28d0…', now: { requests: 50 } }])
    expect(JSON.stringify(clients)).not.toContain(HASH.slice(0, 9))
  })

  it('says what to set where series name nobody, and that there are none where there are none', async () => {
    expect(await read({ matchers: [{ name: 'job', op: '=', value: 'kong' }] })).toMatchObject([
      { status: 'absent', source: 'kong', reason: 'not_exposed', detail: expect.stringContaining('per_consumer') },
    ])
    expect(await read({ matchers: [{ name: 'job', op: '=', value: 'nothing' }] })).toMatchObject([
      { status: 'absent', reason: 'not_exposed' },
    ])
  })

  it('says why there is no answer', async () => {
    expect(await read({ server: { url: 'http://127.0.0.1:1' } })).toMatchObject([
      { status: 'absent', reason: 'unreachable' },
    ])
    const bearerTokenFile = '/nonexistent/token'
    expect(await read({ server: { url: server.baseUrl, bearerTokenFile } })).toMatchObject([{ status: 'absent' }])
  })
})
