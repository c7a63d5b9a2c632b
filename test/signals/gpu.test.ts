import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Evidence } from '../../src/domain/evidence.ts'
import { inEnglish } from '../../src/domain/text.ts'
import { SIGNALS } from '../../src/signals/catalog.ts'
import * as gpuFamilies from '../../src/signals/gpu-families.ts'
import { missingOf } from '../../src/triage/diagnosis/missing.ts'
import { readingsBeside, scraped } from '../support/exporter-page.ts'
import { CORPUS, describeWithCorpus } from '../support/needs.ts'

/** What the fleet reads, by signal, of those signals that GPUs tell. */
function told({ readings }: Evidence): Readonly<Record<string, unknown>> {
  const ofGpus = SIGNALS.filter(({ exposer }) => exposer === 'gpu')
  return Object.fromEntries(
    ofGpus.flatMap(({ id }) => {
      const reading = readings[id]
      if (reading?.status !== 'present') return []
      return [[id, reading.fleet.status === 'present' ? reading.fleet.value : reading.fleet.reason]]
    }),
  )
}

function corpusPage(file: string): string {
  return readFileSync(join(CORPUS, 'exporters', file), 'utf8')
}

describeWithCorpus('exporters', 'pages of real exporters', () => {
  it.each([
    ['dcgm-exporter-readme.prom', 'gpu-1:9400', { gpu_clock: 139, gpu_clock_most: 139 }],
    [
      'dcgm-issue-58-138.prom',
      'gpu-1:9400',
      {
        gpu_clock: 135,
        gpu_clock_most: 1335,
        gpu_temperature: 55,
        gpu_power: 302.206,
        gpu_power_least: 302.206,
        gpu_power_most: 302.206,
        pcie_replays: 0,
        gpu_power_recent: 302.206,
        gpu_busy: 0.44,
      },
    ],
    [
      'dcgm-netdata-valid.prom',
      'gpu-1:9400',
      {
        gpu_busy: 0.8,
        gpu_memory_used: 1,
        gpu_xid: 31,
        gpu_memory_errors: 0,
        thermal_throttling: 0,
        power_throttling: 0,
        nvlink_replays: 0,
      },
    ],
    [
      'amd-device-metrics-exporter-mini.prom',
      'gpu-1:5000',
      { gpu_power: 41, gpu_power_least: 41, gpu_power_most: 41, gpu_power_recent: 41 },
    ],
    // Of five kinds of clocks the shaders' only.
    ['amd-device-metrics-docs.txt', 'gpu-1:5000', { gpu_clock: 132, gpu_clock_most: 132 }],
  ])('%s: each signal that it tells and no other', async (file, instance, expected) => {
    const evidence = await readingsBeside(scraped(corpusPage(file), instance))
    expect(told(evidence)).toEqual(expected)
    const rows = Object.keys(expected).map((id) => {
      const reading = evidence.readings[id]
      return reading?.status === 'present' ? reading.rows.map(({ key }) => key.instance) : []
    })
    expect(rows).toEqual(rows.map(() => ['gpu-1:8000']))
  })

  it('names only fields that DCGM has', () => {
    const fields = new Set(corpusPage('dcgm-fields-nonlabel.txt').split(/\s+/u))
    // Renamed since; older and newer releases show these.
    const renamed = ['DCGM_FI_DEV_CLOCK_THROTTLE_REASONS', 'DCGM_FI_DEV_XID_ERROR']
    const names = Object.values(gpuFamilies).flatMap((family) => family.names.filter((name) => name.startsWith('DCGM')))
    expect(names.filter((name) => !fields.has(name) && !renamed.includes(name))).toEqual([])
    expect(names.length).toBeGreaterThan(8)
  })
})

const NVIDIA = Object.values(gpuFamilies).flatMap(({ names }) => names.filter((name) => name.startsWith('DCGM')))
const AMD = Object.values(gpuFamilies).flatMap(({ names }) => names.filter((name) => name.startsWith('gpu_')))

/** A page that shows one value of each name. */
function pageOf(names: readonly string[], value: string): string {
  return names.map((name) => `${name}{gpu="0"} ${value}`).join('\n')
}

describe('marks for a field that cannot be read', () => {
  /** Fields of 64 bits, whose marks are of 64 bits too. */
  const counts = Object.values(gpuFamilies).flatMap(({ type, names }) => (type === 'counter' ? names : []))
  const memory = [...gpuFamilies.memoryUsed.names, ...gpuFamilies.memoryFree.names]

  it.each([
    ['DCGM_INT32_BLANK', '2147483632'],
    ['DCGM_INT32_NOT_FOUND', '2147483633'],
    ['DCGM_INT32_NOT_SUPPORTED', '2147483634'],
    ['DCGM_INT32_NOT_PERMISSIONED', '2147483635'],
    ['DCGM_INT64_BLANK', '9223372036854775792'],
    ['DCGM_INT64_NOT_SUPPORTED', '9223372036854775794'],
    ['DCGM_FP64_BLANK', '140737488355328.0'],
    ['all ones in 16 bits', '65535'],
    ['all ones in 32 bits', '4294967295'],
    ['all ones in 64 bits', '18446744073709551615'],
    ['no number', 'NaN'],
  ])('%s is nothing that was read', async (_, mark) => {
    const isOfCounts = Number(mark) > 9e18
    // Of a card's memory in MiB it is no mark, but 64 GiB.
    const isOfMemory = (name: string): boolean => mark === '65535' && memory.includes(name)
    const names = [...NVIDIA, ...AMD].filter((name) => (isOfCounts || !counts.includes(name)) && !isOfMemory(name))
    const evidence = await readingsBeside(scraped(pageOf(names, mark), 'gpu-1:9400'))
    const present = Object.values(told(evidence)).filter((value) => typeof value === 'number')
    expect(present).toEqual([])
  })

  it('leaves a counter of the GPU beside it readable', async () => {
    const page = [
      'DCGM_FI_DEV_THERMAL_VIOLATION{gpu="0"} 9223372036854775794',
      'DCGM_FI_DEV_THERMAL_VIOLATION{gpu="1"} 0',
    ].join('\n')
    const half = (value: number, scrape: number): number => (value === 0 ? scrape * 60 * 0.5e9 : value)
    const evidence = await readingsBeside(scraped(page, 'gpu-1:9400', half))
    expect(evidence.readings['thermal_throttling']).toMatchObject({ fleet: { value: expect.closeTo(0.5, 2) } })
  })
})

describe('the GPUs of an instance', () => {
  it('are throttled as much as the worst of them, not as all together', async () => {
    const page = Array.from({ length: 8 }, (_, gpu) => `DCGM_FI_DEV_POWER_VIOLATION{gpu="${gpu}"} ${gpu}`).join('\n')
    // GPU 7 for 7 % of the time, GPU 6 for 6 % …
    const evidence = await readingsBeside(scraped(page, 'gpu-1:9400', (gpu, scrape) => scrape * 60 * gpu * 0.01e9))
    expect(evidence.readings['power_throttling']).toMatchObject({
      fleet: { value: expect.closeTo(0.07, 3) },
      rows: [{ key: { instance: 'gpu-1:8000' }, now: { value: expect.closeTo(0.07, 3) } }],
    })
  })

  it("are of their vendor where a fleet has both vendors'", async () => {
    const page = (lines: readonly string[]): string => lines.join('\n')
    const nvidia = scraped(page(['DCGM_FI_DEV_SM_CLOCK{gpu="0"} 1980']), 'gpu-1:9400')
    const amd = scraped(
      page(['amd_gpu_clock{gpu_id="0",clock_type="system"} 2100', 'amd_gpu_clock{gpu_id="0",clock_type="soc"} 29']),
      'gpu-2:5000',
    )
    const engines = ['gpu-1:8000', 'gpu-2:8000'].flatMap((instance) => scraped('up 1', instance))
    const evidence = await readingsBeside(
      [...nvidia, ...amd],
      engines.map((one) => ({ ...one, labels: { ...one.labels, job: 'vllm' } })),
    )
    expect(evidence.readings['gpu_clock']).toMatchObject({
      rows: [
        { key: { instance: 'gpu-1:8000' }, now: { value: 1980 } },
        { key: { instance: 'gpu-2:8000' }, now: { value: 2100 } },
      ],
    })
  })
})

describe('what is missing of GPUs', () => {
  async function missing(lines: readonly string[]): Promise<Readonly<Record<string, string>>> {
    const evidence = await readingsBeside(scraped(lines.join('\n'), 'gpu-1:9400'))
    const ofGpus = new Set(SIGNALS.filter(({ exposer }) => exposer === 'gpu').map(({ id }) => id))
    const entries = missingOf(evidence).filter(({ signal }) => ofGpus.has(signal))
    return Object.fromEntries(entries.map(({ signal, enableWith }) => [signal, inEnglish(enableWith)]))
  }
  const DEFAULTS = ['SM_CLOCK', 'GPU_TEMP', 'POWER_USAGE', 'XID_ERRORS'].map((name) => `DCGM_FI_DEV_${name}{gpu="0"} 0`)

  it('is named with the line to add to the counters csv', async () => {
    const found = await missing(DEFAULTS)
    expect(Object.keys(found).toSorted()).toEqual(['power_throttling', 'thermal_throttling'])
    expect(found['thermal_throttling']).toContain('DCGM_FI_DEV_THERMAL_VIOLATION, counter')
    expect(found['power_throttling']).toContain('counters csv of dcgm-exporter')
  })

  it('is nothing where the clock event reasons are there, in either spelling', async () => {
    for (const name of ['CLOCKS_EVENT_REASONS', 'CLOCK_THROTTLE_REASONS']) {
      expect(await missing([...DEFAULTS, `DCGM_FI_DEV_${name}{gpu="0"} 1`])).toEqual({})
    }
  })

  it("is nothing where AMD's exporter tells it", async () => {
    const amd = [
      'gpu_clock{clock_type="system"} 2100',
      'gpu_junction_temperature 60',
      'gpu_power_usage 500',
      'gpu_ecc_uncorrect_total 0',
      'gpu_violation_socket_thermal_residency_percentage 0',
      'gpu_violation_ppt_residency_percentage 3',
    ]
    expect(await missing(amd)).toEqual({})
  })

  it('is the exporter where there is none', async () => {
    const found = await missing([])
    expect(Object.keys(found).toSorted()).toEqual([
      'gpu_clock',
      'gpu_memory_errors',
      'gpu_power',
      'gpu_temperature',
      'power_throttling',
      'thermal_throttling',
    ])
    expect(found['gpu_clock']).toContain('dcgm-exporter')
  })
})
