import { seconds } from '../../domain/time.ts'
import { type BaselineName, baselinesOf, lengthOf, windowEnding } from '../../domain/window.ts'
import type { Outcome } from '../../evidence/sources/reader/backend.ts'
import { selectorMatchers } from '../../signals/selector.ts'
import type { Asker } from './asker.ts'
import type { PrometheusFacts, SeriesSeen, Settings } from './facts.ts'
import {
  agesQuery,
  anyEngine,
  countedNames,
  droppedQuery,
  pastQuery,
  placesQuery,
  rangeOf,
  resetsQuery,
  samplesQuery,
  seriesQuery,
  startsBackQuery,
  upQuery,
} from './questions.ts'
import { readTargets } from './read-targets.ts'

export type Stored = Omit<PrometheusFacts, 'url' | 'sends' | 'clock' | 'foundAt' | 'readings' | 'notes'>

/** What the store knows of the fleet; the number of questions does not grow with it. */
export async function askStore(asker: Asker, settings: Settings): Promise<Stored> {
  const { now, matchers } = settings
  const [targets, names, selected, up] = await Promise.all([
    asker.get('/api/v1/targets', { state: 'active' }, readTargets),
    asker.labelValues('__name__', anyEngine(), rangeOf(now)),
    asker.labelValues('__name__', selectorMatchers(matchers), rangeOf(now)),
    asker.vector(upQuery(settings), now),
  ])
  const own = selected.status === 'ok' ? selected.value : new Set<string>()
  const counted = countedNames(own)
  const [places, series, ages, resets, startsBack, dropped] = await Promise.all([
    asker.vector(placesQuery(countedNames(names.status === 'ok' ? names.value : own)), now),
    asker.vector(seriesQuery(counted, settings), now),
    counted.length === 0 ? noRows() : asker.vector(agesQuery(counted, settings), now),
    asker.vector(resetsQuery(own, settings), now),
    asker.vector(startsBackQuery(own, settings), now),
    asker.vector(droppedQuery(settings), now),
  ])
  const [gap, baselines] = await Promise.all([
    askGap(asker, { settings, name: counted[0], series }),
    askBaselines(asker, settings, counted),
  ])
  const byInstance = (rows: Outcome<readonly SeriesSeen[]>): Outcome<ReadonlyMap<string, number>> =>
    mapped(rows, (all) => new Map(all.map(({ labels, value }) => [labels[settings.instanceLabel] ?? '', value])))
  return {
    targets,
    names,
    selected,
    up,
    places: mapped(places, (rows) =>
      rows
        .map(({ labels, value }) => ({
          job: labels['job'] ?? '',
          namespace: labels['namespace'] ?? '',
          engines: value,
        }))
        .toSorted((one, other) => one.job.localeCompare(other.job))
        .toSorted((one, other) => other.engines - one.engines),
    ),
    series,
    ages: mapped(byInstance(ages), (map) => new Map([...map].map(([one, at]) => [one, seconds(now - at)]))),
    resets: byInstance(resets),
    startsBack: byInstance(startsBack),
    dropped: mapped(dropped, (rows) => rows[0]?.value ?? 0),
    gap,
    baselines,
  }
}

function noRows(): Outcome<readonly SeriesSeen[]> {
  return { status: 'ok', value: [] }
}

interface GapQuestion {
  readonly settings: Settings
  readonly name: string | undefined
  readonly series: Outcome<readonly SeriesSeen[]>
}

/** The usual time between two samples, of one instance. */
async function askGap(asker: Asker, { settings, name, series }: GapQuestion): Promise<PrometheusFacts['gap']> {
  const row = series.status === 'ok' ? series.value[0] : undefined
  if (name === undefined || row === undefined) return { status: 'ok', value: undefined }
  const times = await asker.sampleTimes(samplesQuery(name, settings, row.labels), settings.now)
  return mapped(times, (all) => {
    const gaps = all
      .flatMap((own) => own.slice(1).map((at, index) => at - (own[index] ?? at)))
      .toSorted((a, b) => a - b)
    const middle = gaps[Math.floor(gaps.length / 2)]
    return middle === undefined || middle <= 0 ? undefined : seconds(Math.round(middle * 10) / 10)
  })
}

async function askBaselines(
  asker: Asker,
  settings: Settings,
  names: readonly string[],
): Promise<PrometheusFacts['baselines']> {
  const window = windowEnding(settings.now, settings.window)
  const asked = await Promise.all(
    baselinesOf(window, window.start).map(async (baseline) => {
      const rows = await asker.vector(pastQuery(names, settings, lengthOf(baseline)), baseline.end)
      return [baseline.name, mapped(rows, (all) => all.length > 0)] as const
    }),
  )
  const found = new Map(asked)
  const of = (name: BaselineName): Outcome<boolean> => found.get(name) ?? { status: 'ok', value: false }
  return { hour_before: of('hour_before'), yesterday: of('yesterday'), week_ago: of('week_ago') }
}

function mapped<From, To>(outcome: Outcome<From>, change: (value: From) => To): Outcome<To> {
  return outcome.status === 'failed' ? outcome : { status: 'ok', value: change(outcome.value) }
}
