import fc from 'fast-check'
import { quote } from '../../../src/signals/escape.ts'
import type { Labels, Sample, Series } from '../../../src/domain/series.ts'
import { unixSeconds } from '../../../src/domain/time.ts'

export const START = 1_700_000_000
export const LENGTH = 5_400
const SCRAPE = 15

/** Instances of several kinds: ranks, a second model, no engine label, a name that needs escapes. */
const TARGETS: readonly Labels[] = [
  { instance: '10.0.0.1:8000', engine: '0', model_name: 'org/m-1.5', job: 'vllm' },
  { instance: '10.0.0.1:8000', engine: '1', model_name: 'org/m-1.5', job: 'vllm' },
  { instance: '10.0.0.2:8000', engine: '0', model_name: String.raw`q"uo\te`, job: 'vllm' },
  { instance: '10.0.0.3:8000', model_name: 'org/m-1.5', job: 'vllm-old' },
  { instance: '10.0.0.4:8000', engine: '0', model_name: 'org/m-1.5', job: 'other' },
]
const EDGES = [
  ['0.1', '1.0', '5', '+Inf'],
  ['0.1', '1', '5', '20', '+Inf'],
  ['0.1', '1.0', '5'],
] as const

interface Shape {
  /** Milliseconds after the even second at which this target is scraped. */
  readonly jitter: number
  readonly from: number
  readonly until: number
  readonly missing: readonly number[]
  readonly steps: readonly number[]
  readonly resetsAt: readonly number[]
  readonly nanAt: readonly number[]
  readonly isIdle: boolean
}

const SCRAPES = LENGTH / SCRAPE
const someScrapes = (maxLength: number): fc.Arbitrary<number[]> =>
  fc.array(fc.integer({ min: 0, max: SCRAPES }), { maxLength })

const shape: fc.Arbitrary<Shape> = fc.record({
  jitter: fc.constantFrom(0, 0, 137, 4_321),
  from: fc.constantFrom(0, 0, 0, 100, 250),
  until: fc.constantFrom(SCRAPES, SCRAPES, SCRAPES, 200, 310),
  missing: someScrapes(120),
  steps: fc.array(fc.oneof(fc.integer({ min: 0, max: 40 }), fc.double({ min: 0, max: 3, noNaN: true })), {
    minLength: 7,
    maxLength: 30,
  }),
  resetsAt: someScrapes(4),
  /** NaN comes in runs. */
  nanAt: someScrapes(8).map((starts) => starts.flatMap((scrape) => [scrape, scrape + 1, scrape + 2, scrape + 3])),
  isIdle: fc.constantFrom(true, false, false, false),
})

/** Gauges, counters and histograms of all targets, with the holes that real scrapes have. */
export const randomSeries: fc.Arbitrary<readonly Series[]> = fc
  .array(fc.tuple(shape, shape, shape), { minLength: TARGETS.length, maxLength: TARGETS.length })
  .map((shapes) =>
    shapes.flatMap(([forGauge, forCounter, forHistogram], index) => {
      const labels = TARGETS[index] ?? {}
      return prefixesOf(labels).flatMap((prefix) =>
        [
          gauge(labels, forGauge),
          ...info(labels, { ...forGauge, resetsAt: forCounter.resetsAt }),
          counter('events_total', labels, forCounter),
          ...histogram(labels, EDGES[index % 3] ?? EDGES[0], forHistogram),
        ].map((one) => ({ ...one, name: `${prefix}${one.name}` })),
      )
    }),
  )

/** One instance has the older names alone, another has both. */
function prefixesOf({ instance }: Labels): readonly string[] {
  if (instance === '10.0.0.3:8000') return ['vllm:old_']
  return instance === '10.0.0.2:8000' ? ['vllm:', 'vllm:old_'] : ['vllm:']
}

function gauge(labels: Labels, { steps, nanAt, ...shape }: Shape): Series {
  const values = (scrape: number): number => (nanAt.includes(scrape) ? NaN : (steps[scrape % steps.length] ?? 0))
  return series('num_requests_waiting', labels, samples(shape, values))
}

/** At its restarts an engine takes up another configuration. */
function info(labels: Labels, { resetsAt, ...shape }: Shape): readonly Series[] {
  const restart = Math.min(...resetsAt, SCRAPES)
  const configured = (num_gpu_blocks: string, from: number, until: number): readonly Series[] => {
    const part = { ...shape, from: Math.max(shape.from, from), until: Math.min(shape.until, until) }
    const values = samples(part, () => 1)
    return values.length === 0 ? [] : [series('config_info', { ...labels, block_size: '16', num_gpu_blocks }, values)]
  }
  return [
    ...configured(labels['engine'] === '1' ? '' : '5120', 0, restart - 1),
    ...configured(labels['job'] === 'other' ? 'None' : '4096', restart, SCRAPES),
  ]
}

function counter(name: string, labels: Labels, shape: Shape): Series {
  return series(name, labels, samples(shape, countOf(shape, 1)))
}

/** Each bucket misses scrapes of its own, so the buckets of one moment contradict each other. */
function histogram(labels: Labels, edges: readonly string[], shape: Shape): readonly Series[] {
  const part = (share: number, shift: number): readonly Sample[] => {
    const missing = shape.missing.map((scrape) => (scrape + shift * 7) % SCRAPES)
    return samples({ ...shape, missing }, countOf(shape, share))
  }
  return [
    ...edges.map((le, index) =>
      series('wait_seconds_bucket', { ...labels, le }, part((index + 1) / edges.length, index)),
    ),
    series('wait_seconds_sum', labels, part(0.7, 0)),
    series('wait_seconds_count', labels, part(1, 0)),
  ]
}

function countOf({ steps, resetsAt, isIdle }: Shape, share: number): (scrape: number) => number {
  const totals: number[] = []
  let total = 3 * share
  for (let scrape = 0; scrape <= SCRAPES; scrape++) {
    if (resetsAt.includes(scrape)) total = 0
    if (!isIdle) total += (steps[scrape % steps.length] ?? 0) * share
    totals.push(total)
  }
  return (scrape) => totals[scrape] ?? 0
}

function samples(
  { from, until, missing, jitter }: Pick<Shape, 'from' | 'until' | 'missing' | 'jitter'>,
  valueAt: (scrape: number) => number,
): readonly Sample[] {
  return Array.from({ length: SCRAPES + 1 }, (_, scrape) => scrape)
    .filter((scrape) => scrape >= from && scrape <= until && !missing.includes(scrape))
    .map((scrape) => ({ at: unixSeconds(START + scrape * SCRAPE + jitter / 1000), value: valueAt(scrape) }))
}

function series(name: string, labels: Labels, samples: readonly Sample[]): Series {
  return { name, labels, samples, staleAt: [] }
}

/** As promtool reads it. */
export function historyText(all: readonly Series[]): string {
  const lines = all.flatMap(({ name, labels, samples }) => {
    const text = Object.entries(labels).map(([label, value]) => `${label}=${quote(value)}`)
    return samples.map(({ at, value }) => `${name}{${text.join(',')}} ${goNumber(value)} ${at}`)
  })
  return `${lines.join('\n')}\n# EOF\n`
}

function goNumber(value: number): string {
  return Number.isNaN(value) ? 'NaN' : String(value)
}
