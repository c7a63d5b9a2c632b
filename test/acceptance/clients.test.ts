import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toIso, unixSeconds } from '../../src/domain/time.ts'
import { ingressLine } from '../../src/sandbox/fleet/access-log/ingress-nginx.ts'
import type { GatewayAccess } from '../../src/sandbox/fleet/access-log/record.ts'
import { uvicornLine } from '../../src/sandbox/fleet/access-log/uvicorn.ts'
import { recordHistory } from '../../src/sandbox/fleet/history/record-history.ts'
import { EVERYDAY } from '../../src/sandbox/scenarios/clients.ts'
import { skew } from '../../src/sandbox/scenarios/skew.ts'
import { describeWith } from '../support/needs.ts'
import { isReadFamily } from '../support/read-families.ts'
import { startPrometheus } from '../support/real-servers.ts'
import type { RealServer } from '../support/real-servers.ts'
import { triageWith } from './triage-with.ts'

const END = unixSeconds(1_796_000_000)
const BATCH = '10.42.9.80'
const ALIASES = new Map(EVERYDAY.map(({ id, address }) => [address, id]))

/** No series of LiteLLM are among those of the gateway, so that each source is heard alone. */
const WITHOUT_SERIES = { gateway_selector: 'job="ingress"' }

describeWith(['prometheus', 'promtool'], 'the worked incident, with who sends the load', () => {
  let prometheus: RealServer
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'whyslow-clients-'))
    const history = await recordHistory({ scenario: skew, end: END })
    const { engine, gateway } = history.access
    const lines = (texts: readonly string[]): string => `${texts.join('\n')}\n`
    const forwarded = { wrapper: 'cri', client: { kind: 'forwarded' } } as const
    const peer = { wrapper: 'cri', client: { kind: 'peer', address: '10.42.0.5' } } as const
    await writeFile(join(folder, 'uvicorn.log'), lines(engine.map((record) => uvicornLine(record, forwarded))))
    await writeFile(join(folder, 'peer.log'), lines(engine.map((record) => uvicornLine(record, peer))))
    await writeFile(join(folder, 'ingress.log'), lines(gateway.map(ingressLine)))
    const text = [...history.text(isReadFamily)].join('').replace(/# EOF\n$/u, '')
    prometheus = await startPrometheus({ history: `${text}${litellmText(gateway)}# EOF\n` })
  }, 240_000)

  afterAll(async () => {
    await prometheus.stop()
    await rm(folder, { recursive: true })
  })

  const triage = (cluster: object, clients: object = {}): ReturnType<typeof triageWith> =>
    triageWith({ folder, cluster: { prometheus: { url: prometheus.baseUrl }, ...cluster }, clients, at: toIso(END) })

  it.each([
    [
      "vLLM's own log",
      'access log',
      'requests',
      { ...WITHOUT_SERIES, access_logs: ['uvicorn.log'] },
      BATCH,
      'queue.skew',
    ],
    [
      'the log of ingress-nginx',
      'access log',
      'request_bytes',
      { ...WITHOUT_SERIES, access_logs: ['ingress.log'] },
      BATCH,
      // It logs where each request went.
      'queue.skew.lb',
    ],
    ["LiteLLM's series", 'litellm', 'tokens', {}, 'batch-docs', 'queue.skew'],
  ])(
    'names the same client by %s: skew, and that client contributing',
    async (_, source, by, cluster, client, cause) => {
      const json = await triage(cluster)
      expect(json.headline).toMatchObject({ cause, instances: ['10.0.1.22:8000'], clients: [client] })
      expect(json.headline.title).toMatch(/10\.0\.1\.22:8000 takes (?:7[6-9]|80) % of arrivals \(fair share 25 %\)/u)
      expect(json.contributing.map(({ cause }) => cause)).toContain('queue.client_surge')
      expect(json.clients).toMatchObject({ source, by })
      const [first] = json.clients.top
      expect(first).toMatchObject({ client })
      expect(['culprit', 'suspect']).toContain(first?.role)
      expect(Math.abs((first?.request_share ?? 0) - 0.6)).toBeLessThan(0.03)
      // It has the long prompts, too: its part of the load is greater by far, wherever more than requests is counted.
      if (by === 'requests') expect(first?.share).toBe(first?.request_share)
      else expect(Math.abs((first?.share ?? 0) - 0.77)).toBeLessThan(0.03)
      expect(first?.growth_share).toBeGreaterThan(1)
      expect(json.clients.coverage).toBeGreaterThan(0.95)
    },
  )

  it('joins the client with the instance it hits, by the log of the gateway', async () => {
    const json = await triage({ ...WITHOUT_SERIES, access_logs: ['ingress.log'] })
    expect(json.clients.top[0]?.instances[0]).toMatchObject({ instance: '10.0.1.22:8000' })
    expect(json.headline.because.join('\n')).toMatch(/10\.42\.9\.80: .* % of them to 10\.0\.1\.22:8000/u)
  })

  it('calls it by the name that the configuration has for it, beside the others who are heard', async () => {
    const names = [
      { cidr: '10.42.9.0/24', name: 'batch' },
      { key: 'batch-docs', name: 'batch' },
    ]
    const json = await triage({ access_logs: ['ingress.log'] }, { names })
    expect(json.headline.clients).toEqual(['batch-docs (batch)'])
    expect(json.clients.notes.join('\n')).toMatch(/access log: 10\.42\.9\.80 \(batch\) has \d+ % of request bytes/u)
  })

  it('names nobody where the engines see one gateway alone, and says which setting would show who is behind', async () => {
    const json = await triage({ ...WITHOUT_SERIES, access_logs: ['peer.log'] })
    expect(json.headline).toMatchObject({ cause: 'queue.skew', clients: [] })
    expect(json.contributing.map(({ cause }) => cause)).not.toContain('queue.client_surge')
    expect(json.clients.notes.join('\n')).toMatch(/attribution stops at the gateway: .*10\.42\.0\.5/u)
    expect(json.clients.notes.join('\n')).toContain('FORWARDED_ALLOW_IPS')
    expect(json.clients.top.every(({ role }) => role === 'bystander')).toBe(true)
  })

  it('concludes the same without the log that does not answer, and says so', async () => {
    const json = await triage({ ...WITHOUT_SERIES, access_logs: ['not-there.log'] })
    expect(json.headline).toMatchObject({ cause: 'queue.skew', clients: [] })
    expect(json.clients).toMatchObject({ source: null, top: [] })
    expect(json.clients.notes.join('\n')).toMatch(/access log: not read/u)
  })
})

/** As LiteLLM would have counted what came through the gateway: a token is about four bytes. */
function litellmText(gateway: readonly GatewayAccess[]): string {
  const done = gateway.filter(({ path }) => path.startsWith('/v1/')).toSorted((one, other) => one.at - other.at)
  const requests: string[] = []
  const tokens: string[] = []
  const sums = new Map([...ALIASES.values()].map((alias) => [alias, { requests: 0, tokens: 0 }]))
  let next = 0
  for (let at = END - 7200; at <= END; at += 15) {
    for (; next < done.length && (done[next]?.at ?? Infinity) <= at; next += 1) {
      const record = done[next]
      const sum = sums.get(ALIASES.get(record?.clientAddress ?? '') ?? '')
      if (record === undefined || sum === undefined) continue
      sum.requests += 1
      sum.tokens += Math.round(record.requestBytes / 4)
    }
    for (const [alias, sum] of sums) {
      const labels = `{job="litellm",api_key_alias="${alias}",requested_model="qwen2.5-7b",model="qwen2.5-7b"`
      requests.push(`litellm_proxy_total_requests_metric_total${labels},status_code="200"} ${sum.requests} ${at}`)
      tokens.push(`litellm_input_tokens_metric_total${labels}} ${sum.tokens} ${at}`)
    }
  }
  const family = (name: string, lines: readonly string[]): string =>
    `# TYPE ${name} counter\n${byAlias(lines).join('\n')}\n`
  return family('litellm_proxy_total_requests_metric', requests) + family('litellm_input_tokens_metric', tokens)
}

/** OpenMetrics wants the samples of a series together. */
function byAlias(lines: readonly string[]): readonly string[] {
  const series = new Map<string, string[]>()
  for (const line of lines) {
    const key = line.slice(0, line.indexOf('}'))
    series.set(key, [...(series.get(key) ?? []), line])
  }
  return [...series.values()].flat()
}
