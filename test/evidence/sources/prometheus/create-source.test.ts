import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { seconds } from '../../../../src/domain/time.ts'
import type { SourceAnswer } from '../../../../src/evidence/source.ts'
import type { PrometheusConfig } from '../../../../src/evidence/sources/prometheus/config.ts'
import { createPrometheusSource } from '../../../../src/evidence/sources/prometheus/create-source.ts'
import type { GatherRequest } from '../../../../src/evidence/source.ts'
import { SIGNALS } from '../../../../src/signals/catalog.ts'
import type { Signal } from '../../../../src/signals/signal.ts'
import {
  type FakeReply,
  type FakeRequest,
  healthyReply,
  startFakePrometheus,
  vectorBody,
} from '../../fake-prometheus.ts'
import { last, ratio } from '../../../../src/signals/term-builders.ts'
import { UP, WAITING, aRequest, waiting } from '../../requests.ts'

const NAMES = ['vllm:num_requests_waiting', 'up']
const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

interface Run extends SourceAnswer {
  readonly requests: readonly FakeRequest[]
}

async function run(
  reply: (request: FakeRequest) => FakeReply,
  config: Partial<PrometheusConfig> = {},
  over: Partial<GatherRequest> = {},
): Promise<Run> {
  const server = await startFakePrometheus(reply)
  const source = createPrometheusSource({ url: server.url, selector: 'job="vllm"', ...config })
  closers.push(source.close, server.stop)
  return { ...(await source.gather(aRequest(over))), requests: server.requests }
}

/** Healthy discovery, this for every query. */
function queries(reply: FakeReply): (request: FakeRequest) => FakeReply {
  const healthy = healthyReply(NAMES)
  return (request) => (request.path.endsWith('/query') ? reply : healthy(request))
}

describe('createPrometheusSource', () => {
  it('reads the fleet, its baselines and its rows with one query for both signals', async () => {
    const { readings, report, requests } = await run(healthyReply(NAMES))
    expect(report).toEqual({ source: 'prometheus', status: 'ok', queries: 2, notes: [] })
    expect(readings).toMatchObject([
      {
        status: 'present',
        signal: 'waiting',
        names: ['vllm:num_requests_waiting'],
        query: 'sum(vllm:num_requests_waiting{job="vllm"})',
        rowQuery: 'sum by (instance, engine, model_name) (vllm:num_requests_waiting{job="vllm"})',
        partial: false,
        fleet: { status: 'present', value: 1 },
        baselines: { hour_before: { value: 1 }, yesterday: { value: 1 }, week_ago: { value: 1 } },
        rows: [{ key: { instance: 'a:8000' }, now: { value: 1 } }],
      },
      { status: 'present', signal: 'up' },
    ])
    const query = requests.find(({ path }) => path === '/api/v1/query')
    expect(Object.fromEntries(query?.form ?? [])).toMatchObject({ time: '1700000000', timeout: '5s', nocache: '1' })
  })

  it.each([
    [400, 'bad_data', 'http_400'],
    [422, 'execution', 'http_422'],
    [429, 'too_many_requests', 'http_429'],
    [500, 'internal', 'http_500'],
  ] as const)('tells a %i with its error', async (status, errorType, reason) => {
    const body = JSON.stringify({ status: 'error', errorType, error: `no\n${'x'.repeat(500)}` })
    const { readings, report } = await run(queries({ status, body }))
    expect(readings[0]).toMatchObject({ status: 'absent', reason, query: expect.stringContaining('sum(') })
    const detail = readings[0]?.status === 'absent' ? readings[0].detail : ''
    expect(detail).toMatch(new RegExp(`^${errorType}: no x+…$`))
    expect(detail?.length).toBeLessThanOrEqual(200)
    expect(report.status).toBe('failed')
  })

  it('is absent altogether when the names cannot be looked up', async () => {
    const { readings, report } = await run(() => ({ status: 401, type: 'text/plain', body: 'no org id' }))
    expect(readings).toEqual([
      { status: 'absent', signal: 'waiting', reason: 'http_401', detail: 'no org id' },
      { status: 'absent', signal: 'up', reason: 'http_401', detail: 'no org id' },
    ])
    expect(report).toMatchObject({ status: 'failed', notes: ['no org id'] })
  })

  it("keeps a proxy's page out of its note", async () => {
    const body = `<html><head><title>Sign in</title></head><body>${'<p>hello</p>'.repeat(9_999)}</body></html>`
    const { readings } = await run(queries({ type: 'text/html; charset=utf-8', body }))
    expect(readings[0]).toMatchObject({ reason: 'bad_answer', detail: 'answered text/html, not JSON: Sign in' })
  })

  it.each([
    ['truncated JSON', '{"status":"success","data":{"resultType":"vector","res'],
    ['JSON of something else', '{"hello":1}'],
    ['a list', '[]'],
    ['no vector', '{"status":"success","data":{"resultType":"matrix","result":[]}}'],
    ['data of null', '{"status":"success","data":null}'],
  ])('takes %s for a bad answer', async (_, body) => {
    const { readings } = await run(queries({ body }))
    expect(readings.map((reading) => reading.status === 'absent' && reading.reason)).toEqual([
      'bad_answer',
      'bad_answer',
    ])
  })

  it('leaves out rows that it does not understand', async () => {
    const good = { metric: { whyslow_part: '0' }, value: [1, '3'] }
    const result = [
      null,
      7,
      { metric: null },
      { metric: { a: 1 }, value: [1, '2'] },
      { metric: {}, histogram: [] },
      good,
    ]
    const body = JSON.stringify({ status: 'success', data: { resultType: 'vector', result } })
    const { readings } = await run(queries({ body }))
    expect(readings[0]).toMatchObject({ status: 'present', fleet: { value: 3 } })
  })

  it('marks a reading partial on warnings and on isPartial, not on infos', async () => {
    const row = [[{ whyslow_part: '0' }, '1']] as const
    const of = (more: Record<string, unknown>): Promise<Run> => run(queries({ body: vectorBody(row, more) }))
    const warned = await of({ warnings: ['store 2 is down'] })
    const cut = await of({ isPartial: true })
    const informed = await of({ infos: ['PromQL info: metric might not be a counter'] })
    expect([warned, cut, informed].map(({ readings }) => readings[0])).toMatchObject([
      { partial: true },
      { partial: true },
      { partial: false },
    ])
    expect([warned, cut, informed].map(({ report }) => report.status)).toEqual(['partial', 'partial', 'ok'])
    expect(warned.report.notes).toEqual(['store 2 is down'])
    expect(informed.report.notes).toEqual(['PromQL info: metric might not be a counter'])
  })

  it.each([403, 405])('asks by GET where POST is answered with %i, and remembers it', async (status) => {
    const healthy = healthyReply(NAMES)
    const server = await startFakePrometheus((request) =>
      request.method === 'POST' ? { status, type: 'text/plain', body: 'no' } : healthy(request),
    )
    const source = createPrometheusSource({ url: server.url, selector: 'job="vllm"' })
    closers.push(source.close, server.stop)
    expect((await source.gather(aRequest())).report.status).toBe('ok')
    const posts = server.requests.filter(({ method }) => method === 'POST').length
    expect((await source.gather(aRequest())).report.status).toBe('ok')
    expect(server.requests.filter(({ method }) => method === 'POST').length).toBe(posts)
  })

  it('says 403 when GET is refused too', async () => {
    const { readings } = await run(queries({ status: 403, body: '{"message":"Access denied"}' }))
    expect(readings[0]).toMatchObject({ reason: 'http_403', detail: 'Access denied' })
  })

  it('tries a 503 once more, and only a 503', async () => {
    let count = 0
    const healthy = healthyReply(NAMES)
    const flaky = await run((request) => (count++ === 0 ? { status: 503, body: 'starting' } : healthy(request)))
    expect(flaky.report).toMatchObject({ status: 'ok', queries: 3 })
    const down = await run(queries({ status: 503, type: 'text/plain', body: 'Service Unavailable' }))
    expect(down.readings[0]).toMatchObject({ reason: 'http_503', detail: 'Service Unavailable' })
    expect(down.requests.filter(({ path }) => path === '/api/v1/query').length).toBe(2)
    const broken = await run(queries({ status: 500, body: '' }))
    expect(broken.requests.filter(({ path }) => path === '/api/v1/query').length).toBe(1)
  })

  it('says that it cannot connect, without the address', async () => {
    const source = createPrometheusSource({ url: 'http://user:s3cr3t@127.0.0.1:9', selector: 'job="vllm"' })
    closers.push(source.close)
    const { readings } = await source.gather(aRequest())
    expect(readings[0]).toMatchObject({ reason: 'unreachable', detail: 'the connection failed (ECONNREFUSED)' })
  })

  it('says that a connection broke', async () => {
    const { readings } = await run(queries({ body: '{"status":"succ', cut: true }))
    expect(readings[0]).toMatchObject({ reason: 'unreachable', detail: expect.stringContaining('connection') })
  })

  it.each([
    ['the deadline', 60, {}],
    ['its own timeout', undefined, { timeout: seconds(0.06) }],
  ] as const)('gives up a server that hangs at %s', async (_, deadline, config) => {
    const started = performance.now()
    const signal = deadline === undefined ? new AbortController().signal : AbortSignal.timeout(deadline)
    const healthy = healthyReply(NAMES)
    let isFirst = true
    const { readings, report } = await run(
      (request) => {
        if (!request.path.endsWith('/query') || !isFirst) return healthy(request)
        isFirst = false
        return { hang: true }
      },
      config,
      // Two fit into a query.
      { deadline: signal, signals: ['a', 'b', 'c'].map((id) => ({ ...waiting, id })) },
    )
    const slow = readings.filter(({ status }) => status === 'absent')
    expect(slow.length).toBeGreaterThan(0)
    for (const reading of slow) expect(reading).toMatchObject({ reason: 'timeout' })
    expect(readings.filter(({ status }) => status === 'present').length).toBeGreaterThan(0)
    expect(report.status).toBe('partial')
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  it('does not follow a redirect', async () => {
    const headers = { location: 'http://127.0.0.1:1/?token=abc' }
    const { readings, requests } = await run(queries({ status: 302, headers, body: '' }))
    expect(readings[0]).toMatchObject({ reason: 'http_302', detail: expect.stringContaining('set the final url') })
    expect(JSON.stringify(readings)).not.toContain('abc')
    expect(requests.filter(({ path }) => path === '/api/v1/query').length).toBe(1)
  })

  it('gives up an answer that is too large', async () => {
    const { readings } = await run(queries({ body: ' '.repeat(65 * 1024 * 1024) }), {}, { signals: [waiting] })
    expect(readings[0]).toMatchObject({ reason: 'bad_answer', detail: expect.stringContaining('larger than') })
  })

  it('keeps the path and the query of its url', async () => {
    const server = await startFakePrometheus(healthyReply(NAMES))
    const source = createPrometheusSource({ url: `${server.url}/select/0/prometheus/?dedup=true`, selector: 'a="b"' })
    closers.push(source.close, server.stop)
    await source.gather(aRequest())
    expect(new Set(server.requests.map(({ path }) => path))).toEqual(
      new Set(['/select/0/prometheus/api/v1/label/__name__/values', '/select/0/prometheus/api/v1/query']),
    )
    expect(server.requests[0]?.form.get('dedup')).toBe('true')
  })

  it('narrows engine signals to a model that is served, and says so when it is not', async () => {
    const served = await run(healthyReply(NAMES), {}, { scope: { cluster: 'c', modelName: 'org/model' } })
    expect(served.readings).toMatchObject([
      { query: 'sum(vllm:num_requests_waiting{job="vllm",model_name="org/model"})' },
      { query: 'sum(up{job="vllm"})' },
    ])
    const other = await run(healthyReply(NAMES), {}, { scope: { cluster: 'c', modelName: 'x"} or up{a="' } })
    expect(other.readings[0]).toMatchObject({ query: 'sum(vllm:num_requests_waiting{job="vllm"})' })
    expect(other.report.notes).toEqual([String.raw`read for all models: no series has model_name="x\"} or up{a=\""`])
  })

  it('is not exposed where no name of a family is there', async () => {
    const { readings, report } = await run(healthyReply(['up']))
    expect(readings[0]).toEqual({
      status: 'absent',
      signal: 'waiting',
      reason: 'not_exposed',
      detail: 'not exposed: vllm:num_requests_waiting',
    })
    expect(report).toMatchObject({ status: 'ok', queries: 2 })
  })

  it('says when the selector matches nothing', async () => {
    const { report } = await run(healthyReply([]))
    expect(report.notes).toEqual([
      'no series of vLLM match the selector {job="vllm"}: does it name the right scrape job?',
    ])
  })

  it('has no samples where a query answers nothing', async () => {
    const { readings } = await run(queries({ body: vectorBody([]) }))
    expect(readings[0]).toMatchObject({ status: 'absent', reason: 'no_samples' })
  })

  it('reads NaN and Inf as no traffic where a signal divides', async () => {
    // Both signals are asked for the fleet first, then for the rows, then for the hour before.
    const rows = ['NaN', '+Inf'].map((value, row) => [{ whyslow_part: '1', instance: `${row}:1` }, value] as const)
    const body = vectorBody([[{ whyslow_part: '0' }, 'NaN'], [{ whyslow_part: '2' }, '2'], ...rows])
    const perInstance: Signal = {
      ...waiting,
      id: 'per_instance',
      term: ratio(last(WAITING, 'sum'), last(UP, 'sum')),
    }
    const readOf = async (signal: Signal) => (await run(queries({ body }), {}, { signals: [signal] })).readings
    const readings = [...(await readOf(perInstance)), ...(await readOf(waiting))]
    expect(readings[0]).toMatchObject({
      status: 'present',
      fleet: { status: 'absent', reason: 'no_traffic' },
      baselines: { hour_before: { value: 2 }, yesterday: { reason: 'no_samples' } },
      rows: [{ now: { reason: 'no_traffic' } }, { now: { reason: 'no_traffic' } }],
    })
    expect(readings[1]).toMatchObject({
      fleet: { status: 'absent', reason: 'bad_answer' },
      baselines: { hour_before: { value: 2 } },
      rows: [{ now: { reason: 'bad_answer' } }, { now: { reason: 'bad_answer' } }],
    })
  })

  it('asks for the whole catalogue in at most 40 requests', async () => {
    const all = SIGNALS.flatMap(({ term }) => JSON.stringify(term).match(/"names":\["([^"]+)"/g) ?? [])
    const names = all.map((text) => text.replace(/"names":\["|"/g, ''))
    const exposed = [...names, ...names.map((name) => `${name}_count`), 'node_uname_info']
    const scope = { cluster: 'c', modelName: 'org/model' }
    const stored = SIGNALS.filter(({ exposer }) => exposer !== 'log' && exposer !== 'direct')
    const told = stored.flatMap(({ term }) => (term.kind === 'label_product' ? term.labels : []))
    const reply = healthyReply(exposed, Object.fromEntries(told.map((label) => [label, '1'])))
    const { report, readings } = await run(reply, {}, { signals: stored, scope })
    expect(readings.filter(({ status }) => status === 'absent')).toEqual([])
    expect(report.queries).toBeLessThanOrEqual(40)
  })

  describe('credentials', () => {
    it.each([
      ['a bearer token', { bearerToken: 'tok-12345' }, 'Bearer tok-12345'],
      ['basic auth', { basicAuth: { username: 'me', password: 'pa55word' } }, 'Basic bWU6cGE1NXdvcmQ='],
    ])('sends %s and never shows it', async (_, config, expected) => {
      const { requests, readings, report } = await run(
        ({ headers }) => ({ status: 400, body: `{"status":"error","error":"you sent ${headers.authorization}"}` }),
        config,
      )
      expect(requests[0]?.headers.authorization).toBe(expected)
      const shown = JSON.stringify({ readings, report })
      expect(shown).toContain('you sent')
      expect(shown).not.toMatch(/tok-12345|pa55word|bWU6cGE1NXdvcmQ/)
    })

    it.each([
      ['an error', (said: string) => ({ status: 400, body: JSON.stringify({ status: 'error', error: said }) })],
      ['a page', (said: string) => ({ status: 502, type: 'text/html', body: `<title>${said}</title>` })],
      ['a warning', (said: string) => ({ body: vectorBody([], { warnings: [said] }) })],
    ] as const)('shows no piece of a token that %s echoes, wherever it is cut', async (_, reply) => {
      const token = Array.from({ length: 60 }, (_, index) => `t${index}k`).join('')
      for (let before = 100; before <= 200; before += 20) {
        const said = `${'x'.repeat(before)} ${token}`
        const { readings, report } = await run(queries(reply(said)), { bearerToken: token })
        const shown = JSON.stringify({ readings, report })
        expect(shown).toContain('xxx')
        expect(shown).not.toMatch(/t\d+kt\d+k/)
      }
    })

    it('sends headers, and takes user and password of the url out of it', async () => {
      const server = await startFakePrometheus(healthyReply(NAMES))
      const url = server.url.replace('http://', 'http://me:pa55word@')
      const source = createPrometheusSource({ url, selector: 'a="b"', headers: { 'X-Scope-OrgID': 'team' } })
      closers.push(source.close, server.stop)
      await source.gather(aRequest())
      expect(server.requests[0]?.headers).toMatchObject({
        authorization: 'Basic bWU6cGE1NXdvcmQ=',
        'x-scope-orgid': 'team',
      })
    })

    it('reads the token file for each triage, and says when it cannot', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'whyslow-token-'))
      const file = join(folder, 'token')
      const server = await startFakePrometheus(healthyReply(NAMES))
      const source = createPrometheusSource({ url: server.url, selector: 'a="b"', bearerTokenFile: file })
      closers.push(source.close, server.stop, () => rm(folder, { recursive: true }))
      const missing = await source.gather(aRequest())
      expect(missing.report.notes).toEqual([`prometheus bearer_token_file: cannot read ${file}`])
      for (const token of ['one-token', 'two-token']) {
        await writeFile(file, `${token}\n`)
        await source.gather(aRequest())
        expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${token}`)
      }
    })
  })

  it.each([
    [{ url: 'prometheus:9090x' }, /^prometheus url: /],
    [{ url: 'nonsense' }, /^prometheus url: write it like/],
    [{ selector: 'job=~vllm.*' }, /^selector: the selector needs a value in quotes before "vllm/],
    [{ gpuSelector: '' }, /^gpu_selector: the selector is empty/],
    [{ tls: { caFile: '/nowhere/ca.pem' } }, /^prometheus tls ca_file: cannot read \/nowhere\/ca.pem$/],
  ])('refuses %j in one line', (config, message) => {
    expect(() => createPrometheusSource({ url: 'http://127.0.0.1:9', selector: 'job="vllm"', ...config })).toThrow(
      message,
    )
  })
})
