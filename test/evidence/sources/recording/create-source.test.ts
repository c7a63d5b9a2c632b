import { gatherFrom } from '../../../support/gather-from.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Evidence } from '../../../../src/domain/evidence.ts'
import type { Measure, Reading } from '../../../../src/domain/reading.ts'
import { hours, minutes, unixSeconds } from '../../../../src/domain/time.ts'
import type { EvidenceSource } from '../../../../src/evidence/source.ts'
import { createPrometheusSource } from '../../../../src/evidence/sources/prometheus/create-source.ts'
import { STORED } from '../../../../src/evidence/sources/reader/layout.ts'
import { createRecordingSource } from '../../../../src/evidence/sources/recording/create-source.ts'
import { type Recording, parseRecording } from '../../../../src/evidence/sources/recording/load-recording.ts'
import { recordHistory } from '../../../../src/sandbox/fleet/history/record-history.ts'
import { skew } from '../../../../src/sandbox/scenarios/skew.ts'
import { SIGNALS } from '../../../../src/signals/catalog.ts'
import type { Signal } from '../../../../src/signals/signal.ts'
import type { Exposer } from '../../../../src/signals/signal.ts'
import { familiesOf } from '../../../../src/signals/term.ts'
import { describeWith } from '../../../support/needs.ts'
import { type RealServer, startPrometheus, startVictoriaMetrics } from '../../../support/real-servers.ts'

const END = unixSeconds(1_790_000_000)

/** One scrape more or less is not to hold a burst more. */
const STEADY = {
  ...skew,
  clients: skew.clients.map((client) =>
    client.traffic.kind === 'open' ? { ...client, traffic: { ...client.traffic, burst: 1 } } : client,
  ),
}
const SELECTOR = 'job="vllm"'

let text = ''
let recording: Recording

beforeAll(async () => {
  const families = SIGNALS.flatMap(({ term }) => familiesOf(term)).flatMap(({ names }) => names)
  const kept = new Set(families.flatMap((name) => [name, name.replace(/_total$/, '')]))
  const history = await recordHistory({ scenario: STEADY, end: END, duration: hours(1.5) })
  text = [...history.text((family) => kept.has(family))].join('')
  const parsed = parseRecording(text)
  if (parsed === undefined) throw new Error('the history is empty')
  recording = parsed
})

function read(source: EvidenceSource): Promise<Evidence> {
  return gatherFrom(source, { end: END, length: minutes(10), modelName: 'qwen2.5-7b' })
}

describe('createRecordingSource', () => {
  it('finds the vLLM instances by their jobs when nothing is said', async () => {
    const found = await read(createRecordingSource(recording))
    const stated = await read(createRecordingSource(recording, { selector: SELECTOR }))
    expect(found.readings['up']).toMatchObject({ fleet: { value: 4 }, query: 'sum(up{job=~"vllm"})' })
    expect(stated.readings['up']).toMatchObject({ fleet: { value: 4 }, query: 'sum(up{job="vllm"})' })
  })

  it('has a reading of every signal, with GPU rows by instance', async () => {
    const { readings, sources } = await read(createRecordingSource(recording))
    const absent = (exposers: readonly Exposer[]): readonly string[] =>
      SIGNALS.filter(({ id, exposer }) => exposers.includes(exposer) && readings[id]?.status === 'absent').map(
        ({ id }) => id,
      )
    const ofLogs = SIGNALS.filter(({ exposer }) => exposer === 'log').map(({ id }) => id)
    expect(absent(['log'])).toEqual(ofLogs)
    // The fleet has NVIDIA's GPUs, the engine V1 of a release that does not tell the size of its cache yet, nothing
    // that is off unless somebody turns it on, and one gateway that tells little.
    expect(absent(STORED).toSorted()).toEqual([
      'envoy_healthy_share',
      'envoy_overflow',
      'envoy_retries',
      'envoy_timeouts',
      'external_hit_ratio',
      'gateway_cpu',
      'gateway_restarts',
      'gateway_ttft',
      'gpu_hotspot',
      'grammar_lookups',
      'host_cpu_pressure',
      'kv_capacity',
      'kv_expired',
      'kv_transfer_failures',
      'kv_transfer_pace',
      'kv_transfer_time',
      'lora_waited_ago',
      'nvlink_replays',
      'other_engines',
      'pcie_replays',
      'power_residency',
      'prefix_hit_lifetime',
      'router_healthy_share',
      'scrape_duration',
      'spec_acceptance',
      'swapped_most',
      'thermal_residency',
      'waiting_deferred',
      'weight_offload',
    ])
    const clock = readings['gpu_clock']
    expect(clock?.status === 'present' && clock.rows.map(({ key }) => key.instance)).toEqual(
      ['10.0.1.21', '10.0.1.22', '10.0.1.23', '10.0.1.24'].map((host) => `${host}:8000`),
    )
    expect(sources[0]?.notes).toEqual([
      'GPUs are matched to instances by host part of the address (label instance)',
      'hosts are matched to instances by host part of the address (label instance)',
    ])
  })

  it('says how many lines it did not understand', async () => {
    const source = createRecordingSource({ ...recording, malformed: 3, firstMalformed: 17 })
    expect((await read(source)).sources[0]?.notes[0]).toBe(
      '3 lines of the recording are no samples with a time and were skipped, first line 17',
    )
  })

  it('says that the recording was cut', async () => {
    const cut = parseRecording(text.slice(0, text.lastIndexOf('\n# EOF') - 3))
    if (cut === undefined) throw new Error('the history is empty')
    expect(cut.samples).toBe(recording.samples - 1)
    expect((await read(createRecordingSource(cut))).sources[0]?.notes[0]).toBe(
      'the recording ends in the middle of a line, which was left out',
    )
  })
})

describeWith(['prometheus', 'promtool'], 'a recording against Prometheus', () => {
  let server: RealServer
  beforeAll(async () => {
    server = await startPrometheus({ history: text })
  })
  afterAll(() => server.stop())

  it('reads the same', async () => {
    const source = createPrometheusSource({ url: server.baseUrl, selector: SELECTOR })
    const theirs = await read(source)
    await source.close()
    const ours = await read(createRecordingSource(recording, { selector: SELECTOR, rangeStart: 'closed' }))
    expect(theirs.sources[0]).toMatchObject({ status: 'ok' })
    for (const signal of SIGNALS) compare(ours.readings[signal.id], theirs.readings[signal.id], { tolerance: 1e-9 })
  })
})

describeWith('victoria-metrics', 'a recording against VictoriaMetrics', () => {
  let server: RealServer
  beforeAll(async () => {
    server = await startVictoriaMetrics()
    const body = text.replaceAll(/ (\d+(?:\.\d+)?)$/gm, (_, time: string) => ` ${Math.round(Number(time) * 1000)}`)
    const imported = await fetch(`${server.baseUrl}/api/v1/import/prometheus`, { method: 'POST', body })
    expect(imported.status).toBe(204)
    await fetch(`${server.baseUrl}/internal/force_flush`)
  })
  afterAll(() => server.stop())

  it('tells no traffic from no samples though it drops NaN', async () => {
    const idle = [END - 75, END - 60, END - 45].map(
      (at) => `vllm:request_queue_time_seconds_count{job="idle"} 7 ${at}000`,
    )
    const sums = idle.map((line) => line.replace('_count', '_sum'))
    const body = [...idle, ...sums, ''].join('\n')
    await fetch(`${server.baseUrl}/api/v1/import/prometheus`, { method: 'POST', body })
    await fetch(`${server.baseUrl}/internal/force_flush`)
    const source = createPrometheusSource({ url: server.baseUrl, selector: 'job="idle"' })
    const { readings } = await read(source)
    await source.close()
    expect(readings['queue_time']).toMatchObject({ status: 'absent', reason: 'no_traffic' })
    expect(readings['decode_time']).toMatchObject({ status: 'absent', reason: 'not_exposed' })
  })

  it('reads the same gauges, and nearly the same of counters', async () => {
    const source = createPrometheusSource({ url: server.baseUrl, selector: SELECTOR })
    const theirs = await read(source)
    await source.close()
    const ours = await read(createRecordingSource(recording, { selector: SELECTOR, rangeStart: 'open' }))
    expect(theirs.sources[0]).toMatchObject({ status: 'ok' })
    // VictoriaMetrics reads a rate from the sample before the range on and extrapolates nothing.
    for (const signal of SIGNALS) {
      const tolerance = isOfGauges(signal) ? 1e-9 : 0.05
      // Its one scrape more may hold one request more: a mean of some milliseconds moves by milliseconds with it.
      const floor = signal.unit === 'seconds' ? 0.01 : 0
      compare(ours.readings[signal.id], theirs.readings[signal.id], { tolerance, floor })
    }
  })
})

function isOfGauges({ term }: Signal): boolean {
  return term.kind === 'gauge'
}

interface Nearness {
  /** As a part of the greater. */
  readonly tolerance: number
  /** Differences up to this are none. */
  readonly floor?: number
}

function compare(ours: Reading | undefined, theirs: Reading | undefined, nearness: Nearness): void {
  const ownSource = { source: '' }
  const flat = (reading: Reading | undefined) =>
    reading?.status === 'present' ? { ...reading, ...ownSource, ...EMPTY } : reading
  expect(flat(theirs)).toEqual(flat(ours))
  if (ours?.status !== 'present' || theirs?.status !== 'present') return
  near(ours.fleet, theirs.fleet, { ...nearness, what: `${ours.signal} fleet` })
  for (const [name, measure] of Object.entries(ours.baselines)) {
    const other = Object.entries(theirs.baselines).find(([theirName]) => theirName === name)?.[1]
    near(measure, other, { ...nearness, what: `${ours.signal} ${name}` })
  }
  expect(theirs.rows.length).toBe(ours.rows.length)
  for (const row of ours.rows) {
    const other = theirs.rows.find(({ key }) => JSON.stringify(key) === JSON.stringify(row.key))
    near(row.now, other?.now, { ...nearness, what: `${ours.signal} ${row.key.instance}` })
    near(row.before, other?.before, { ...nearness, what: `${ours.signal} ${row.key.instance} before` })
  }
}

/** Numbers are compared one by one. */
const EMPTY = { fleet: undefined, baselines: undefined, rows: undefined }

function near(
  one: Measure,
  other: Measure | undefined,
  { tolerance, floor = 0, what }: Nearness & { readonly what: string },
): void {
  if (one.status === 'absent' || other?.status !== 'present') {
    expect({ what, measure: other }).toEqual({ what, measure: one })
    return
  }
  const allowed = Math.max(floor, tolerance * Math.max(Math.abs(one.value), Math.abs(other.value)))
  const isNear = Math.abs(one.value - other.value) <= allowed
  if (!isNear) expect({ what, value: other.value }).toEqual({ what, value: one.value })
}
