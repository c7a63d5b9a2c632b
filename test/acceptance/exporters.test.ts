import { gatherFrom } from '../support/gather-from.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Diagnosis } from '../../src/domain/diagnosis.ts'
import type { Evidence } from '../../src/domain/evidence.ts'
import { inEnglish } from '../../src/domain/text.ts'
import { unixSeconds } from '../../src/domain/time.ts'
import type { EvidenceSource } from '../../src/evidence/source.ts'
import { createPrometheusSource } from '../../src/evidence/sources/prometheus/create-source.ts'
import { createRecordingSource } from '../../src/evidence/sources/recording/create-source.ts'
import { parseRecording } from '../../src/evidence/sources/recording/load-recording.ts'
import type { GpuExporter } from '../../src/sandbox/fleet/placement.ts'
import { recordHistory } from '../../src/sandbox/fleet/history/record-history.ts'
import { B, C } from '../../src/sandbox/scenarios/building-blocks.ts'
import { crashLoop } from '../../src/sandbox/scenarios/crash-loop.ts'
import { gpuThrottling } from '../../src/sandbox/scenarios/gpu-throttling.ts'
import { hang } from '../../src/sandbox/scenarios/hang.ts'
import type { Scenario } from '../../src/sandbox/scenarios/scenario.ts'
import { decide } from '../../src/triage/decide.ts'
import { describeWith } from '../support/needs.ts'
import { isReadFamily } from '../support/read-families.ts'
import { type RealServer, startPrometheus, startVictoriaMetrics } from '../support/real-servers.ts'

const FIRST_END = 1_796_000_000
/** Three and a half hours: a day before one story's end lies in the gap between two others. */
const APART = 3.5 * 3600

interface Story {
  readonly name: string
  readonly scenario: Scenario
  readonly end: number
}

const EXPORTERS = ['dcgm', 'dcgm_pods', 'amd'] as const satisfies readonly GpuExporter[]

const fallenOffTheBus: Scenario = {
  ...hang,
  timeline: [...hang.timeline, { afterOnset: -1, change: { kind: 'xid', instances: [C], code: 79 } }],
}

const killedByTheKernel: Scenario = {
  ...crashLoop,
  timeline: crashLoop.timeline.map(({ afterOnset, change }) => ({
    afterOnset,
    change: change.kind === 'crash_loop' ? { ...change, isOutOfMemory: true } : change,
  })),
}

const STORIES: readonly Story[] = [
  ...EXPORTERS.map((gpuExporter) => ({ name: gpuExporter, scenario: { ...gpuThrottling, gpuExporter } })),
  { name: 'xid', scenario: { ...fallenOffTheBus, gpuExporter: 'dcgm_pods' as const } },
  { name: 'oom', scenario: { ...killedByTheKernel, gpuExporter: 'dcgm_pods' as const } },
].map((story, index) => ({ ...story, end: FIRST_END + index * APART }))

const texts = new Map<string, string>()

beforeAll(async () => {
  for (const { name, scenario, end } of STORIES) {
    const history = await recordHistory({ scenario, end: unixSeconds(end) })
    texts.set(name, [...history.text((family) => isReadFamily(family) || family === 'node_uname_info')].join(''))
  }
}, 120_000)

async function triage(source: EvidenceSource, end: number): Promise<{ evidence: Evidence; diagnosis: Diagnosis }> {
  const evidence = await gatherFrom(source, { end: unixSeconds(end), alerts: ['VLLMSlow'] })
  return { evidence, diagnosis: decide(evidence, inEnglish) }
}

/** Asks the source for each story. */
function tellsAll(open: (story: Story) => EvidenceSource): void {
  const ask = async (name: string): Promise<{ evidence: Evidence; diagnosis: Diagnosis }> => {
    const story = STORIES.find((one) => one.name === name)
    if (story === undefined) throw new Error(`no story ${name}`)
    return triage(open(story), story.end)
  }

  it.each([
    ['dcgm', 'host part of the address (label instance)', 'host part of the address (label instance)'],
    ['dcgm_pods', 'pod (label exported_pod)', 'the host of their GPUs (label instance)'],
    ['amd', 'host part of the address (label instance)', 'host part of the address (label instance)'],
  ])(
    'heat on all GPUs, by %s',
    async (name, gpusBy, hostsBy) => {
      const { evidence, diagnosis } = await ask(name)
      expect(diagnosis.headline).toMatchObject({ cause: 'decode.thermal_throttle', certainty: 'firm' })
      expect(diagnosis.headline.instances).toHaveLength(4)
      expect(evidence.sources[0]?.notes).toEqual([
        `GPUs are matched to instances by ${gpusBy}`,
        `hosts are matched to instances by ${hostsBy}`,
      ])
      const missing = diagnosis.missing.filter(({ signal }) => /gpu|throttling|residency|host/u.test(signal))
      expect(missing).toEqual([])
    },
    30_000,
  )

  it("reads the pod's GPU, and not the one of its neighbour on the host", async () => {
    const { evidence } = await ask('dcgm_pods')
    const clock = evidence.readings['gpu_clock']
    const clocks = clock?.status === 'present' ? clock.rows.map(({ before }) => before) : []
    expect(clocks).toHaveLength(4)
    for (const before of clocks) expect(before).toMatchObject({ value: expect.closeTo(2520, -2) })
  }, 30_000)

  it('a GPU that has fallen off the bus, under the engine that hangs', async () => {
    const { diagnosis } = await ask('xid')
    expect(diagnosis.headline).toMatchObject({ cause: 'engine.hang', certainty: 'firm' })
    expect(diagnosis.contributing).toMatchObject([
      { cause: 'engine.crash.hw_fault', certainty: 'firm', instances: [C] },
    ])
  }, 30_000)

  it('an engine that the kernel kills again and again, by the exporter of its host', async () => {
    const { diagnosis } = await ask('oom')
    expect(diagnosis.headline).toMatchObject({ cause: 'engine.crash_loop', certainty: 'firm', instances: [B] })
    expect(diagnosis.headline.because.join('\n')).toMatch(
      /killed for want of memory on the host in half an hour: [3-6]/u,
    )
  }, 30_000)
}

describe('exporters of GPUs and hosts, by a recording', () => {
  tellsAll(({ name }) => {
    const recording = parseRecording(texts.get(name) ?? '')
    if (recording === undefined) throw new Error(`the history of ${name} is empty`)
    return createRecordingSource(recording)
  })
})

describeWith(['prometheus', 'promtool'], 'exporters of GPUs and hosts, by a real Prometheus', () => {
  let prometheus: RealServer
  let source: ReturnType<typeof createPrometheusSource>

  beforeAll(async () => {
    const history = [...texts.values()].join('').replaceAll('# EOF\n', '')
    prometheus = await startPrometheus({ history: `${history}# EOF\n` })
    source = createPrometheusSource({ url: prometheus.baseUrl, selector: 'job="vllm"' })
  }, 120_000)

  afterAll(async () => {
    await source.close()
    await prometheus.stop()
  })

  tellsAll(() => source)
})

describeWith('victoria-metrics', 'exporters of GPUs and hosts, by a real VictoriaMetrics', () => {
  let store: RealServer
  let source: ReturnType<typeof createPrometheusSource>

  beforeAll(async () => {
    store = await startVictoriaMetrics()
    for (const text of texts.values()) {
      const body = text.replaceAll(/ (\d+(?:\.\d+)?)$/gmu, (_, time: string) => ` ${Math.round(Number(time) * 1000)}`)
      const imported = await fetch(`${store.baseUrl}/api/v1/import/prometheus`, { method: 'POST', body })
      expect(imported.status).toBe(204)
    }
    await fetch(`${store.baseUrl}/internal/force_flush`)
    source = createPrometheusSource({ url: store.baseUrl, selector: 'job="vllm"' })
  }, 120_000)

  afterAll(async () => {
    await source.close()
    await store.stop()
  })

  tellsAll(() => source)
})
