import { afterEach, describe, expect, it } from 'vitest'
import type { Reading } from '../../../../src/domain/reading.ts'
import { valueOf } from '../../../../src/domain/reading.ts'
import { minutes, seconds, unixSeconds } from '../../../../src/domain/time.ts'
import { baselinesOf, windowEnding } from '../../../../src/domain/window.ts'
import type { LokiLogs } from '../../../../src/evidence/sources/log/config.ts'
import { createLogSource } from '../../../../src/evidence/sources/log/create-source.ts'
import { type LokiPages, pageLoki } from '../../../../src/evidence/sources/log/page-loki.ts'
import { createApi } from '../../../../src/lib/http-api.ts'
import { parsePlace } from '../../../../src/lib/http-connection.ts'
import { openHttpPool } from '../../../../src/lib/http-pool.ts'
import { SIGNALS } from '../../../../src/signals/catalog.ts'
import { type FakePrometheus, type FakeReply, type FakeRequest, startFakePrometheus } from '../../fake-prometheus.ts'

const END = unixSeconds(Date.UTC(2026, 7, 5, 12, 0, 0) / 1000)
const PROMPT = "INFO 08-05 11:59:00 [logger.py:1] Received request a: prompt: 'ERROR 01-01 secret words'"

interface Entry {
  readonly labels: Readonly<Record<string, string>>
  readonly ns: bigint
  readonly line: string
}

const stops: (() => Promise<void>)[] = []
afterEach(async () => void (await Promise.all(stops.splice(0).map((stop) => stop()))))

async function serve(reply: (request: FakeRequest) => FakeReply): Promise<FakePrometheus> {
  const server = await startFakePrometheus(reply)
  stops.push(server.stop)
  return server
}

/** As Loki answers: the end is excluded, of the range the newest come, grouped by stream; what it cannot read is 400. */
function loki(entries: readonly Entry[]): (request: FakeRequest) => FakeReply {
  return ({ method, path, form }) => {
    const [start, end, limit] = ['start', 'end', 'limit'].map((name) => form.get(name) ?? '')
    const parsed = /^(\{[^`]*\}) !~ `([^`]+)` \|~ `([^`]+)`$/su.exec(form.get('query') ?? '')
    const isAsked = method === 'GET' && path === '/loki/api/v1/query_range' && form.get('direction') === 'backward'
    if (!isAsked || parsed === null || !/^\d{19}$/u.test(start ?? '') || !/^\d{19}$/u.test(end ?? '')) {
      return { status: 400, type: 'text/plain', body: 'parse error' }
    }
    if (Number(limit) > 5000) return { status: 400, type: 'text/plain', body: 'max entries limit per query exceeded' }
    const [, , without = '', wanted = ''] = parsed
    const isLine = (line: string): boolean => !new RegExp(without).test(line) && matches(wanted, line)
    const page = entries
      .filter(({ ns, line }) => ns >= BigInt(start ?? 0) && ns < BigInt(end ?? 0) && isLine(line))
      .toSorted((one, other) => Number(other.ns - one.ns))
      .slice(0, Number(limit))
    const streams = new Map<string, Entry[]>()
    for (const entry of page) {
      const key = JSON.stringify(entry.labels)
      const known = streams.get(key)
      if (known === undefined) streams.set(key, [entry])
      else known.push(entry)
    }
    const result = [...streams].map(([labels, own]) => ({
      stream: JSON.parse(labels) as unknown,
      values: own.map(({ ns, line }) => [String(ns), line]),
    }))
    return { body: JSON.stringify({ status: 'success', data: { resultType: 'streams', result, stats: {} } }) }
  }
}

/** RE2's inline flag is Go's, not this runtime's. */
function matches(pattern: string, line: string): boolean {
  return new RegExp(pattern.replaceAll('(?i:', '(?:'), 'i').test(line)
}

function at(before: number): bigint {
  return BigInt(END - before) * 1_000_000_000n
}

const stats = (running: number) =>
  `(APIServer pid=1) INFO 08-05 03:00:00 [loggers.py:118] Engine 000: Avg prompt throughput: 0.0 tokens/s, Avg generation throughput: 40.0 tokens/s, Running: ${running} reqs, Waiting: 1 reqs, GPU KV cache usage: 5.0%, Prefix cache hit rate: 0.0%`

async function gather(config: Partial<LokiLogs> & { readonly url: string }, ms = 5000) {
  const window = windowEnding(END, minutes(5))
  const source = createLogSource([], 'UTC', [{ query: '{app="vllm"}', ...config }])
  stops.push(source.close)
  const { readings, report } = await source.gather({
    scope: { cluster: 'prod' },
    window,
    baselines: baselinesOf(window, window.start),
    signals: SIGNALS,
    deadline: AbortSignal.timeout(ms),
  })
  return { of: (id: string): Reading | undefined => readings.find(({ signal }) => signal === id), readings, report }
}

function rowsOf(reading: Reading | undefined) {
  const rows = reading?.status === 'present' ? reading.rows : []
  return Object.fromEntries(rows.map(({ key, now }) => [key.instance, valueOf(now)]))
}

describe('lines of a Loki', () => {
  const pod = (name: string) => ({ app: 'vllm', container: 'vllm', pod: name })

  it('are read by the time they came, for the instance that a label tells, and no prompt among them', async () => {
    const server = await serve(
      loki([
        { labels: pod('vllm-0'), ns: at(30), line: stats(4) },
        {
          labels: { ...pod('vllm-0'), stream: 'stderr' },
          ns: at(20),
          line: '(EngineCore_DP0 pid=7) ERROR 08-05 03:00:00 [core.py:7] EngineCore encountered a fatal error.',
        },
        { labels: pod('vllm-1'), ns: at(25), line: stats(6) },
        { labels: pod('vllm-1'), ns: at(24), line: PROMPT },
      ]),
    )
    const { of, report } = await gather({ url: server.url, headers: { 'X-Scope-OrgID': 'team' } })
    expect(rowsOf(of('log_running'))).toEqual({ 'vllm-0': 4, 'vllm-1': 6 })
    expect(rowsOf(of('log_engine_dead'))).toEqual({ 'vllm-0': 1 })
    expect(report).toMatchObject({ source: 'log', status: 'ok', queries: 1 })
    expect(report.notes).toContain('Loki {app="vllm"}: lines are matched to instances by pod')
    expect(report.notes).toContain('vllm-0 at 11:59:40 UTC: EngineCore encountered a fatal error')
    const [request] = server.requests
    expect(request?.headers['x-scope-orgid']).toBe('team')
    expect(request?.form.get('end')).toBe(String(at(0)))
    expect(request?.form.get('query')?.length).toBeLessThan(5000)
  })

  it('are matched by the label that is stated', async () => {
    const server = await serve(loki([{ labels: { ...pod('x'), node: 'n1' }, ns: at(30), line: stats(4) }]))
    const { of } = await gather({ url: server.url, instanceLabel: 'node' })
    expect(rowsOf(of('log_running'))).toEqual({ n1: 4 })
  })

  it('are paged backward, those of one moment neither lost nor told twice', async () => {
    const many = Array.from({ length: 7000 }, (_, index) => ({
      labels: pod(`pod-${index % 3}`),
      ns: at(10 + Math.floor(index / 3)),
      line: stats(index % 3),
    }))
    const server = await serve(loki(many))
    const place = parsePlace(server.url)
    const pool = openHttpPool({ origin: place.origin, connections: 1 })
    stops.push(pool.close)
    const deadline = new AbortController().signal
    const credentials = { headers: {}, secrets: [] }
    const api = createApi({ pool, place, credentials, traits: { isGetOnly: true }, timeout: seconds(5), deadline })
    const pages: LokiPages = { entries: [], queries: 0, isCut: false }
    await pageLoki(api, { query: '{app="vllm"}', from: unixSeconds(END - 4000), end: END, deadline, pages })
    expect(pages).toMatchObject({ queries: 2, isCut: false })
    const keys = pages.entries.map(({ labels, at: ns }) => `${ns} ${labels['pod'] ?? ''}`)
    expect(new Set(keys).size).toBe(7000)
    expect(keys).toHaveLength(7000)
  })

  it('are cut at a bound, which is said', async () => {
    const many = Array.from({ length: 30_000 }, (_, index) => ({
      labels: pod('a'),
      ns: at(10) - BigInt(index) * 100_000_000n,
      line: stats(3),
    }))
    const server = await serve(loki(many))
    const { of, report } = await gather({ url: server.url })
    expect(report.queries).toBe(4)
    expect(rowsOf(of('log_running'))).toEqual({ a: 3 })
    expect(report.notes.join()).toContain('only the newest lines were')
  })
})

describe('a Loki that does not answer', () => {
  it.each([
    ['refuses', { status: 401, type: 'text/plain', body: 'no s3cr3t-token for you' }, 'http_401'],
    ['has enough', { status: 429, type: 'text/plain', body: 'too many outstanding requests' }, 'http_429'],
    ['breaks', { status: 500, type: 'text/plain', body: 'oops' }, 'http_500'],
    ['is a page', { type: 'text/html', body: '<html><title>Sign in</title></html>' }, 'bad_answer'],
    ['is no JSON', { body: '{"status":' }, 'bad_answer'],
    ['is a vector', { body: '{"status":"success","data":{"resultType":"vector","result":[]}}' }, 'bad_answer'],
    ['hangs', { hang: true }, 'timeout'],
  ] as const)('because it %s is absent with the reason, without a secret', async (_, reply, reason) => {
    const server = await serve(() => reply)
    const { of, report } = await gather({ url: server.url, bearerToken: 's3cr3t-token' }, 400)
    expect(of('log_running')).toMatchObject({ status: 'absent', reason })
    expect(report.status).toBe('failed')
    expect(JSON.stringify(report)).not.toContain('s3cr3t')
  })
})
