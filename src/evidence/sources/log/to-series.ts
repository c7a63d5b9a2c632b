import { groupedBy } from '../../../domain/once.ts'
import type { Labels, Sample, Series } from '../../../domain/series.ts'
import { type UnixSeconds, unixSeconds } from '../../../domain/time.ts'
import { LOG_FAMILIES } from '../../../signals/log-families.ts'
import type { Family } from '../../../signals/family.ts'
import { FAILURE_KINDS, type FailureKind } from '../../../vllm-log/failure.ts'
import { SLOW_SETTINGS } from '../../../vllm-log/parse-message.ts'
import type { LoggedStats } from '../../../vllm-log/log-reading.ts'
import type { InstanceLog } from './instance-log.ts'

/** What still counts after the process served again: it is why it starts again and again. */
const LASTING: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'cuda_oom',
  'engine_start_failed',
  'config_refused',
  'abort_failed',
  'shm_full',
  'disk_full',
  'start_cut',
])

/** Seconds after which a log that says nothing tells no phase: the process may have died in it without a word. */
const PHASE_IS_STALE = 120

/** A count changes at each event from what it was this long before. */
const TICK = 0.001

/**
 * The series of an instance's log, as if an exporter had shown them: the stats as gauges, each kind of failure as a
 * count. A kind that is not there counts zero only where the log covers the half hour that is looked at.
 *
 * @param end the time that is looked at
 */
export function toSeries(log: InstanceLog, end: UnixSeconds): readonly Series[] {
  return [
    ...statsSeries(log, end),
    ...phaseSeries(log, end),
    ...FAILURE_KINDS.flatMap((kind) =>
      eventSeries(log, { family: LOG_FAMILIES[kind], times: timesOf(log, kind), end }),
    ),
    ...eventSeries(log, { family: LOG_FAMILIES.kernel_compiled, times: log.reading.compiled, end }),
    ...eventSeries(log, { family: LOG_FAMILIES.adapter_loaded, times: log.reading.adapters, end }),
    ...eventSeries(log, { family: LOG_FAMILIES.aborted, times: log.reading.aborted, end }),
    ...settingSeries(log, end),
  ]
}

const GAUGES = [
  [LOG_FAMILIES.running, (stats: LoggedStats) => stats.running],
  [LOG_FAMILIES.waiting, (stats: LoggedStats) => stats.waiting],
  [LOG_FAMILIES.kvUsage, (stats: LoggedStats) => stats.kvUsage],
  [LOG_FAMILIES.generation, (stats: LoggedStats) => stats.generation],
] as const

function statsSeries({ instance, reading }: InstanceLog, end: UnixSeconds): readonly Series[] {
  const byEngine = groupedBy(
    reading.stats.filter(({ at }) => at <= end),
    // What is said of all ranks together is no word on any of them.
    ({ aggregated, engine = '' }) => (aggregated === undefined ? engine : 'all'),
  )
  return [...byEngine].flatMap(([engine, lines]) => {
    const labels = { instance, ...(engine !== '' && { engine }) }
    const gauges = GAUGES.map(([family, of]) =>
      seriesOf(
        family,
        labels,
        lines.flatMap((stats) => {
          const value = of(stats)
          return value === undefined ? [] : [{ at: stats.at, value }]
        }),
      ),
    )
    const last = lines.at(-1)
    const isOfBefore = reading.isStarting || reading.serving.some((at) => at > (last?.at ?? end))
    return isOfBefore ? gauges : [...gauges, ...ageSeries(last, labels, end)]
  })
}

/** An engine that had nothing to do says so once and is silent then; V0 is silent whenever it makes no step. */
function ageSeries(last: LoggedStats | undefined, labels: Labels, end: UnixSeconds): readonly Series[] {
  if (last === undefined || last.isV0 || last.running === undefined || last.running === 0) return []
  return [seriesOf(LOG_FAMILIES.statsAge, labels, [{ at: end, value: end - last.at }])]
}

function phaseSeries({ instance, reading: { phase, last } }: InstanceLog, end: UnixSeconds): readonly Series[] {
  if (phase === undefined || phase.since > end) return []
  if (last === undefined || end - last > PHASE_IS_STALE) return []
  return [seriesOf(LOG_FAMILIES[phase.name], { instance }, [{ at: end, value: end - phase.since }])]
}

function settingSeries({ instance, reading: { slowSettings } }: InstanceLog, end: UnixSeconds): readonly Series[] {
  if (slowSettings === undefined) return []
  return SLOW_SETTINGS.map((setting) =>
    seriesOf(LOG_FAMILIES[setting], { instance }, [{ at: end, value: slowSettings.includes(setting) ? 1 : 0 }]),
  )
}

function timesOf({ reading }: InstanceLog, kind: FailureKind): readonly UnixSeconds[] {
  return reading.bursts
    .filter(({ isOver }) => !isOver || LASTING.has(kind))
    .flatMap(({ failures }) => failures.filter((failure) => failure.kind === kind).map(({ at }) => at))
}

interface Events {
  readonly family: Family
  readonly times: readonly UnixSeconds[]
  readonly end: UnixSeconds
}

function eventSeries({ instance, isCovered }: InstanceLog, { family, times: all, end }: Events): readonly Series[] {
  const times = all.filter((at) => at <= end).toSorted((one, other) => one - other)
  if (times.length === 0 && !isCovered) return []
  const samples = times.flatMap((at, count) => [
    { at: unixSeconds(at - TICK), value: count },
    { at, value: count + 1 },
  ])
  return [seriesOf(family, { instance }, [...samples, { at: end, value: times.length }])]
}

/** Samples in order of time, of which those of one millisecond are one. */
function seriesOf({ names: [name = ''] }: Family, labels: Labels, samples: readonly Sample[]): Series {
  const byTime = new Map(samples.map((sample) => [Math.round(sample.at * 1000), sample]))
  return { name, labels, samples: [...byTime.values()].toSorted((one, other) => one.at - other.at), staleAt: [] }
}
