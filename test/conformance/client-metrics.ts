import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientReading, PresentClients } from '../../src/domain/clients.ts'
import { hours, minutes, unixSeconds } from '../../src/domain/time.ts'
import { windowEnding } from '../../src/domain/window.ts'
import { createSeriesClients } from '../../src/clients/series/create-series-clients.ts'
import { quote } from '../../src/signals/escape.ts'
import { readRows } from '../../src/lib/vector.ts'
import { findProgram } from '../support/needs.ts'
import { startPrometheus } from '../support/real-servers.ts'
import { type DumpSample, readDump } from './read-dump.ts'

export interface ClientMetrics {
  /** One line for each recorded page: who was found in it. */
  readonly found: readonly string[]
  readonly problems: readonly string[]
}

/** Who is in a page, by what: the client's name, its requests and the tokens of its prompts. */
type Expected =
  | { readonly absent: string }
  | {
      readonly source: string
      readonly identity: string
      readonly total: number
      readonly clients: readonly (readonly [
        name: string,
        requests: number,
        promptTokens?: number,
        outputTokens?: number,
      ])[]
    }

/** What each recorded page holds, read by a person. */
const PAGES: Readonly<Record<string, Expected>> = {
  'apisix-real.prom': { absent: 'client series' },
  'gie-epp-old.prom': { absent: 'client series' },
  'kong-ai-gateway-real.prom': { absent: 'kong' },
  'higress-ai-real.prom': { absent: 'higress' },
  'envoy-ai-gateway.prom': {
    source: 'envoy-ai-gateway',
    identity: 'workload',
    total: 10,
    clients: [['marketing/content-writer', 10, 5000]],
  },
  // Input, output and their sum as types beside each other.
  'envoy-ai-gateway-promql.json': {
    source: 'envoy-ai-gateway',
    identity: 'consumer',
    total: 1,
    clients: [['gpt-4o-mini', 1, 12, 13]],
  },
  'hubble.prom': {
    source: 'hubble',
    identity: 'workload',
    total: 857,
    clients: [['dev-apim/choreo-connect-deployment-external-p1', 857]],
  },
  'istio-real.prom': { source: 'istio', identity: 'workload', total: 41, clients: [['client', 41]] },
  'litellm-real.prom': {
    source: 'litellm',
    identity: 'key_alias',
    total: 7,
    clients: [['studio-gw-75bce515', 7]],
  },
}

const END = unixSeconds(Date.UTC(2026, 7, 5, 12, 0, 0) / 1000)
const WINDOW = windowEnding(END, minutes(10))
const SCRAPE = 15
/** The page of each series: they share a server. */
const PAGE = 'page'

/** Lets a real Prometheus scrape each recorded page while its counters double, and asks who sent the load. */
export async function conformClientMetrics(folder: string): Promise<ClientMetrics> {
  if (!existsSync(folder)) return { found: [], problems: [] }
  if (findProgram('prometheus') === undefined || findProgram('promtool') === undefined) {
    return { found: ['client-metrics: not read, since prometheus and promtool are not installed'], problems: [] }
  }
  const pages = readdirSync(folder).filter((name) => /\.(?:prom|json)$/.test(name))
  const unknown = pages.filter((page) => PAGES[page] === undefined)
  const history = historyOf(pages.flatMap((page) => samplesOf(folder, page)))
  const server = await startPrometheus({ history })
  try {
    const results = await Promise.all(
      pages.map(async (page) => ({ page, readings: await readPage(server.baseUrl, page) })),
    )
    return {
      found: results.map(({ page, readings }) => `client-metrics/${page}: ${readings.map(shown).join('; ')}`),
      problems: [
        ...unknown.map((page) => `client-metrics/${page}: nobody said who is in it`),
        ...results.flatMap(({ page, readings }) => problemsOf(page, readings)),
      ],
    }
  } finally {
    await server.stop()
  }
}

async function readPage(url: string, page: string): Promise<readonly ClientReading[]> {
  const source = createSeriesClients({
    server: { url },
    matchers: [{ name: PAGE, op: '=', value: page }],
    destinations: 'server|dp-development/.*',
    // The one label of the recorded answer that tells its rows apart.
    labels: page.endsWith('.json') ? ['gen_ai_request_model'] : [],
  })
  try {
    return await source.read({
      window: WINDOW,
      baseline: windowEnding(WINDOW.start, hours(1)),
      top: 10,
      deadline: AbortSignal.timeout(20_000),
      takenAt: END,
    })
  } finally {
    await source.close()
  }
}

function samplesOf(folder: string, page: string): readonly DumpSample[] {
  const samples = page.endsWith('.json') ? usageIn(join(folder, page)) : readDump(join(folder, page)).samples
  return samples.map((sample) => ({ ...sample, labels: { ...sample.labels, [PAGE]: page } }))
}

/** The recorded answer is of the sums of tokens; their counts stand beside them on the page it was asked of. */
function usageIn(path: string): readonly DumpSample[] {
  const answer: unknown = JSON.parse(readFileSync(path, 'utf8'))
  const data: unknown = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : undefined
  return (readRows(data) ?? []).flatMap(({ labels, value }) => [
    { name: 'gen_ai_client_token_usage_sum', labels, value },
    { name: 'gen_ai_client_token_usage_count', labels, value: 1 },
  ])
}

/** Every sample stands still for an hour and doubles within the window. */
function historyOf(samples: readonly DumpSample[]): string {
  const byName = samples.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const times = Array.from({ length: (2 * 3600) / SCRAPE + 1 }, (_, index) => END - 2 * 3600 + index * SCRAPE)
  const lines = byName.flatMap(({ name, labels, value }) => {
    const text = Object.entries(labels).map(([label, own]) => `${label}=${quote(own)}`)
    return times.map((at) => {
      const part = Math.max(0, at - WINDOW.start) / (WINDOW.end - WINDOW.start)
      return `${name}{${text.join(',')}} ${value * (1 + part)} ${at}`
    })
  })
  return `${lines.join('\n')}\n# EOF\n`
}

function problemsOf(page: string, readings: readonly ClientReading[]): readonly string[] {
  const expected = PAGES[page]
  if (expected === undefined) return []
  const at = `client-metrics/${page}`
  const present = readings.filter((reading) => reading.status === 'present')
  if ('absent' in expected) {
    const [first] = readings
    return present.length === 0 && first?.source === expected.absent
      ? []
      : [`${at}: read ${readings.map(shown).join('; ')}`]
  }
  const reading = present.find(({ identity }) => identity === expected.identity)
  const isOther = present.some(({ source }) => source !== expected.source)
  if (reading === undefined || isOther) return [`${at}: read ${readings.map(shown).join('; ')}`]
  const names = reading.clients.map(({ client }) => client).join(', ')
  const wanted = expected.clients.map(([client]) => client).join(', ')
  if (names !== wanted) return [`${at}: names ${names}, it holds ${wanted}`]
  const wrong = expected.clients.filter(([client, requests, promptTokens, outputTokens]) => {
    const counts = reading.clients.find((own) => own.client === client)?.now
    return counts?.requests !== requests || counts.promptTokens !== promptTokens || counts.outputTokens !== outputTokens
  })
  const total = reading.total.now.requests
  return [
    ...wrong.map(([client]) => `${at}: counts ${client} wrongly: ${shown(reading)}`),
    ...(total === expected.total ? [] : [`${at}: counts ${total} requests, there are ${expected.total}`]),
  ]
}

function shown(reading: ClientReading): string {
  if (reading.status === 'absent') return `${reading.source} names nobody (${reading.reason})`
  return `${reading.source} by ${reading.identity}: ${countsIn(reading)}`
}

function countsIn({ clients, total, unattributed }: PresentClients): string {
  const named = clients.map(({ client, now }) => {
    const tokens = now.promptTokens === undefined ? '' : ` with ${now.promptTokens} prompt tokens`
    return `${client} ${now.requests}${tokens}`
  })
  return `${named.join(', ')} of ${total.now.requests}, ${unattributed.now.requests} without a name`
}
