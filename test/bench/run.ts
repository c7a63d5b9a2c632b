import { cpus } from 'node:os'
import { inEnglish } from '../../src/domain/text.ts'
import { unixSeconds, minutes, later } from '../../src/domain/time.ts'
import { baselinesOf, windowEnding } from '../../src/domain/window.ts'
import type { Evidence } from '../../src/domain/evidence.ts'
import { gather } from '../../src/evidence/gather.ts'
import { createPrometheusSource } from '../../src/evidence/sources/prometheus/create-source.ts'
import type { EvidenceSource } from '../../src/evidence/source.ts'
import { stringifyTriage, toTriageJson } from '../../src/report/to-json.ts'
import { toText } from '../../src/report/to-text.ts'
import { queriesOf, type TriageResult } from '../../src/report/triage-result.ts'
import { SIGNALS } from '../../src/signals/catalog.ts'
import { decide } from '../../src/triage/decide.ts'
import { benchChart } from './bench-chart.ts'
import { benchClients } from './bench-clients.ts'
import { benchDemo } from './bench-demo.ts'
import { benchEngines } from './bench-engines.ts'
import { benchParser } from './bench-parser.ts'
import { createFakePrometheus, openFakePool, serve, type FakePrometheus } from './fake-prometheus.ts'
import { measured, ratio, summary, type Times } from './measure.ts'

// whyslow's own time per triage, all sources instant. Beside it, in the same rounds, what Node itself takes to parse the
// very same bodies with JSON.parse: the ratio of the two is worth more than either number on an unknown machine.

const SIZES = [4, 100, 1000]
/** What the design asks for, at a thousand instances. */
const GOALS = { own_ms: 50, queries: 40 } as const

const WARM_UP = 5
const ROUNDS = 40

const NOW = unixSeconds(1_795_960_920)
const WINDOW = windowEnding(NOW, minutes(10))
const ONSET = later(WINDOW.start, minutes(2))

const chart = await benchChart()
const demo = await benchDemo()
const sizes = []
for (const instances of SIZES) sizes.push(await benchSize(instances))
const parser = await benchParser()
const engines = await benchEngines()
// A gigabyte of each log, ten million clients and a file of 20 GB with `npm run bench -- 1`; a twentieth unless stated.
const clients = await benchClients(Number(process.argv[2] ?? 0.05))
const [cpu] = cpus()
console.log(
  JSON.stringify(
    {
      what: 'own time per triage in milliseconds, all sources instant',
      note: 'in_process: no network at all. loopback_http: the fake Prometheus runs in this process too, so cpu_ms holds its work.',
      node: process.version,
      cpu: `${cpu?.model ?? 'unknown'} × ${cpus().length}`,
      rounds: ROUNDS,
      goals: GOALS,
      sizes,
      chart,
      demo,
      parser,
      engines,
      clients,
    },
    undefined,
    2,
  ),
)

async function benchSize(instances: number): Promise<unknown> {
  const fake = createFakePrometheus(instances)
  const inProcess = await benchSource(
    fake,
    createPrometheusSource(config('http://127.0.0.1:1'), { openPool: openFakePool(fake) }),
  )
  const server = await serve(fake)
  const overHttp = await benchSource(fake, createPrometheusSource(config(server.url)))
  await server.close()
  return { instances, in_process: inProcess, loopback_http: overHttp }
}

interface Closable extends EvidenceSource {
  readonly close: () => Promise<void>
}

async function benchSource(fake: FakePrometheus, source: Closable): Promise<unknown> {
  const [gathered, decided, rendered, total, peer]: readonly Times[] = [[], [], [], [], []].map(() => ({
    wall: [],
    cpu: [],
  }))
  if (!gathered || !decided || !rendered || !total || !peer) throw new Error('unreachable')
  let last: TriageResult | undefined
  let bytes = 0
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    fake.sent.length = 0
    const evidence = await measured(gathered, round, () => read(source))
    const diagnosis = await measured(decided, round, () => decide(evidence, inEnglish))
    last = resultOf(evidence, diagnosis)
    const result = last
    await measured(rendered, round, () => toText(result).length + stringifyTriage(toTriageJson(result)).length)
    const bodies = [...fake.sent]
    bytes = bodies.reduce((sum, body) => sum + body.length, 0)
    await measured(peer, round, () => bodies.map((body): unknown => JSON.parse(body)).length)
    if (round >= 0) addTotal(total, [gathered, decided, rendered])
  }
  await source.close()
  if (last === undefined) throw new Error('no round was run')
  return {
    conclusion: last.diagnosis.headline.cause,
    signals_read: Object.values(last.evidence.readings).filter(({ status }) => status === 'present').length,
    queries: last.queries,
    bytes,
    gather_and_parse: summary(gathered),
    decide: summary(decided),
    render: summary(rendered),
    total: summary(total),
    peer_json_parse: summary(peer),
    total_over_peer: ratio(total, peer),
  }
}

function read(source: EvidenceSource): Promise<Evidence> {
  return gather({
    sources: [source],
    signals: SIGNALS,
    scope: { cluster: 'bench', modelName: 'qwen2.5-7b' },
    window: WINDOW,
    baselines: baselinesOf(WINDOW, ONSET),
    expectations: {},
    alerts: ['VLLMTTFTHigh'],
    takenAt: NOW,
    deadlineSeconds: 60,
  })
}

function resultOf(evidence: Evidence, diagnosis: TriageResult['diagnosis']): TriageResult {
  return {
    incident: { id: 'bench', status: 'firing', alerts: evidence.alerts, startsAt: ONSET },
    evidence,
    diagnosis,
    tookMs: 0,
    queries: queriesOf(evidence),
  }
}

function config(url: string): Parameters<typeof createPrometheusSource>[0] {
  return { url, selector: 'job="vllm"' }
}

/** The last round of each step, added up. */
function addTotal(total: Times, steps: readonly Times[]): void {
  const sum = (kind: keyof Times): number => steps.reduce((all, times) => all + (times[kind].at(-1) ?? NaN), 0)
  total.wall.push(sum('wall'))
  total.cpu.push(sum('cpu'))
}
