import type { AbsentReason } from '../../src/domain/reading.ts'
import { minutes, unixSeconds } from '../../src/domain/time.ts'
import { lengthOf, windowEnding } from '../../src/domain/window.ts'
import { createRecordingSource } from '../../src/evidence/sources/recording/create-source.ts'
import { SIGNALS } from '../../src/signals/catalog.ts'
import { createSeriesIndex } from '../../src/signals/evaluate/series-index.ts'
import type { Signal } from '../../src/signals/signal.ts'
import type { Dump, DumpSample } from './read-dump.ts'

/** A page before a benchmark and the same server's page after it. */
export interface PairResult {
  readonly name: string
  readonly values: Readonly<Record<string, number | AbsentReason>>
  readonly problems: readonly string[]
}

/** The pages carry no times; for the reading they lie this far apart. */
const WINDOW = windowEnding(unixSeconds(1_795_960_920), minutes(10))

/** Reads the two pages as two samples of each series, and works out means and rates once more by hand. */
export async function readPair(name: string, before: Dump, after: Dump): Promise<PairResult> {
  const signals = SIGNALS.filter(({ exposer }) => exposer === 'engine')
  const source = createRecordingSource(recordingOf(before, after), { selector: 'job="vllm"', rangeStart: 'closed' })
  const { readings } = await source.gather({
    scope: { cluster: 'corpus' },
    window: WINDOW,
    baselines: [],
    signals,
    deadline: new AbortController().signal,
  })
  const values: Record<string, number | AbsentReason> = {}
  const problems: string[] = []
  for (const signal of signals) {
    const reading = readings.find(({ signal: id }) => id === signal.id)
    if (reading === undefined) throw new Error(`${name}: no reading of ${signal.id}`)
    const fleet = reading.status === 'present' ? reading.fleet : reading
    const value = fleet.status === 'present' ? fleet.value : fleet.reason
    const names = reading.status === 'present' ? reading.names : []
    values[signal.id] = value
    const problem = problemOf(signal, value, byHand(signal, names, { before, after }))
    if (problem !== undefined) problems.push(`${name}: ${signal.id}: ${problem}`)
  }
  return { name, values, problems }
}

function recordingOf(before: Dump, after: Dump): Parameters<typeof createRecordingSource>[0] {
  const target = { instance: '10.0.0.1:8000', job: 'vllm' }
  const series = new Map<string, { name: string; labels: DumpSample['labels']; samples: Sample[] }>()
  for (const [at, dump] of [[WINDOW.start, before] as const, [WINDOW.end, after] as const]) {
    for (const sample of dump.samples) {
      const key = keyOf(sample)
      const known = series.get(key) ?? { name: sample.name, labels: { ...sample.labels, ...target }, samples: [] }
      series.set(key, { ...known, samples: [...known.samples, { at, value: sample.value }] })
    }
  }
  const index = createSeriesIndex([...series.values()].map((one) => ({ ...one, staleAt: [] })))
  const samples = before.samples.length + after.samples.length
  return { series: index, samples, malformed: 0, start: WINDOW.start, end: WINDOW.end }
}

type Sample = { readonly at: typeof WINDOW.start; readonly value: number }

function problemOf(signal: Signal, value: number | AbsentReason, expected: number | undefined): string | undefined {
  if (typeof value === 'number' && !(Number.isFinite(value) && value >= 0)) return `is ${value}`
  if (typeof value === 'string' && !mayBeAbsent(signal, value)) return `is absent: ${value}`
  if (expected === undefined) return undefined
  if (Number.isNaN(expected)) return value === 'no_traffic' ? undefined : `is ${value} though nothing was measured`
  if (typeof value === 'number' && Math.abs(value - expected) <= 1e-9 * Math.abs(expected)) return undefined
  return `is ${value}, by hand it is ${expected} ${signal.unit}`
}

/** Two samples say nothing of the last two minutes; a setting that not every release keeps there has no label in some. */
function mayBeAbsent({ term, isOptional }: Signal, reason: AbsentReason): boolean {
  const isShort = 'over' in term && term.over !== undefined
  const isKeptElsewhere = term.kind === 'label_product' && isOptional === true
  return (
    reason === 'not_exposed' || reason === 'no_traffic' || (reason === 'no_samples' && (isShort || isKeptElsewhere))
  )
}

interface Pages {
  readonly before: Dump
  readonly after: Dump
}

/** A mean or a rate over the two pages; undefined for signals of another kind, or under other names. NaN is 0/0. */
function byHand({ term }: Signal, [name]: readonly string[], pages: Pages): number | undefined {
  if (name === undefined || (term.kind !== 'counter' && term.kind !== 'histogram')) return undefined
  if (term.over !== undefined) return undefined
  if (term.kind === 'counter') {
    if (term.stat !== 'rate' || term.where !== undefined) return undefined
    return growthOf(name, pages) / lengthOf(WINDOW)
  }
  if (term.stat === 'quantile') return undefined
  const count = growthOf(`${name}_count`, pages)
  return term.stat === 'rate' ? count / lengthOf(WINDOW) : growthOf(`${name}_sum`, pages) / count
}

/** Of the series that both pages have: one that is new has nothing to be compared with. */
function growthOf(name: string, { before, after }: Pages): number {
  const earlier = new Map(before.samples.filter((sample) => sample.name === name).map((one) => [keyOf(one), one.value]))
  return after.samples
    .filter((sample) => sample.name === name)
    .reduce((sum, sample) => sum + sample.value - (earlier.get(keyOf(sample)) ?? sample.value), 0)
}

function keyOf({ name, labels }: DumpSample): string {
  return JSON.stringify([name, Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1))])
}
