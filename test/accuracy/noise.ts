import type { Sample, Series } from '../../src/domain/series.ts'
import { type UnixSeconds, unixSeconds } from '../../src/domain/time.ts'
import type { FleetChange } from '../../src/sandbox/fleet/change.ts'
import { addressOf } from '../../src/sandbox/fleet/instance-spec.ts'
import type { Random } from '../../src/sandbox/fleet/random.ts'
import type { Scenario } from '../../src/sandbox/scenarios/scenario.ts'
import { END } from './simulate.ts'

/** What is wrong with the telemetry, or happens beside the trouble, and is not what it is about. */
export const NOISES = ['gap', 'missed_scrapes', 'stale_instance', 'clock_skew', 'doubled_targets', 'restart'] as const
export type Noise = (typeof NOISES)[number]

/** The history as it is with this noise; a restart is part of the story and is told anew. */
export function noisy(series: readonly Series[], noise: Exclude<Noise, 'restart'>, at: NoiseAt): readonly Series[] {
  switch (noise) {
    case 'gap':
      return withGap(series, at.random)
    case 'missed_scrapes':
      return withMissedScrapes(series, at.random)
    case 'stale_instance':
      return series.map((one) => (one.labels['instance'] === at.bystander ? endedEarly(one) : one))
    case 'clock_skew':
      return series.map((one) => (one.labels['instance'] === at.bystander ? shifted(one, at.random) : one))
    case 'doubled_targets':
      return [...series, ...series.filter(isOfEngines).map(underAnotherJob)]
    default:
      return noise satisfies never
  }
}

export interface NoiseAt {
  /** An instance that the trouble is not about. */
  readonly bystander: string
  readonly random: Random
}

/** The instances that nothing is done to; of a fleet to which all is done, all of them. */
export function bystandersOf({ instances, timeline }: Scenario): readonly string[] {
  const all = instances.map(addressOf)
  const touched = new Set(timeline.flatMap(({ change }) => namedIn(change)))
  const others = all.filter((address) => !touched.has(address))
  return others.length === 0 ? all : others
}

function namedIn(change: FleetChange): readonly string[] {
  if (change.kind === 'weights' && change.weights !== 'even') {
    const top = Math.max(...Object.values(change.weights))
    return Object.entries(change.weights).flatMap(([address, weight]) => (weight === top ? [address] : []))
  }
  return 'instances' in change && change.instances !== 'all' ? change.instances : []
}

/** The bystander is restarted within the window, and serves again before its end. */
export function withRestart(scenario: Scenario, { bystander, random }: NoiseAt): Scenario {
  const change = { kind: 'restart', instances: [bystander], downSeconds: 45 } as const
  const beforeEnd = 120 + random.integer(120)
  return { ...scenario, timeline: [...scenario.timeline, { afterOnset: scenario.onsetBeforeEnd - beforeEnd, change }] }
}

/** Prometheus itself was away for a minute in the last ten: nobody's samples are there, and nothing is marked stale. */
function withGap(series: readonly Series[], random: Random): readonly Series[] {
  const until = END - 45 - random.integer(500)
  return series.map((one) => ({ ...one, samples: one.samples.filter(({ at }) => at <= until - 60 || at > until) }))
}

/** One scrape in fifty fails, of each target by itself; the last one does not. */
function withMissedScrapes(series: readonly Series[], random: Random): readonly Series[] {
  const seed = random.integer(1_000_000)
  return series.map((one) => {
    const { job = '', instance = '' } = one.labels
    const isMissed = ({ at }: Sample): boolean => at < END - 20 && hash(`${seed} ${job} ${instance} ${at}`) % 50 === 0
    if (one.name === 'up') {
      return { ...one, samples: one.samples.map((sample) => (isMissed(sample) ? { ...sample, value: 0 } : sample)) }
    }
    const missed = one.samples.filter(isMissed).map(({ at }) => at)
    return {
      ...one,
      samples: one.samples.filter((sample) => !isMissed(sample)),
      staleAt: [...one.staleAt, ...missed].toSorted((left, right) => left - right),
    }
  })
}

function hash(text: string): number {
  let sum = 2_166_136_261
  for (let index = 0; index < text.length; index += 1) sum = Math.imul(sum ^ text.charCodeAt(index), 16_777_619)
  return sum >>> 0
}

/** What brings its samples lags by three minutes. */
function endedEarly(series: Series): Series {
  return { ...series, samples: series.samples.filter(({ at }) => at <= END - 180) }
}

/** Its samples carry another clock's times, ten seconds off; what lies after the end is not there yet. */
function shifted(series: Series, random: Random): Series {
  const by = random.uniform() < 0.5 ? -10 : 10
  const move = (at: UnixSeconds): UnixSeconds => unixSeconds(at + by)
  return {
    ...series,
    samples: series.samples.map(({ at, value }) => ({ at: move(at), value })).filter(({ at }) => at <= END),
    staleAt: series.staleAt.map(move).filter((at) => at <= END),
  }
}

function isOfEngines({ labels }: Series): boolean {
  return labels['job'] === 'vllm'
}

/** Two scrape jobs that find the same engines. */
function underAnotherJob(series: Series): Series {
  return { ...series, labels: { ...series.labels, job: 'vllm-again' } }
}
