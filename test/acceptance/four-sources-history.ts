import { type UnixSeconds, unixSeconds } from '../../src/domain/time.ts'
import { type EngineHistory, createEngineHistory } from '../../src/evidence/sources/engine/history.ts'
import { createFleet } from '../../src/sandbox/fleet/create-fleet.ts'
import { dialectOf } from '../../src/sandbox/fleet/dialects/catalog.ts'
import type { DialectName } from '../../src/sandbox/fleet/dialects/dialect.ts'
import { classicText, labelText } from '../../src/sandbox/fleet/exposition/classic-text.ts'
import type { FleetSpec } from '../../src/sandbox/fleet/fleet-spec.ts'
import type { Fleet } from '../../src/sandbox/fleet/fleet.ts'
import { createRecorder } from '../../src/sandbox/fleet/history/recording.ts'
import type { Recording } from '../../src/sandbox/fleet/history/recording.ts'
import { addressOf } from '../../src/sandbox/fleet/instance-spec.ts'
import { targetsOf } from '../../src/sandbox/fleet/target.ts'
import type { Target } from '../../src/sandbox/fleet/target.ts'
import type { Scenario } from '../../src/sandbox/scenarios/scenario.ts'
import { dressed, readOnly } from './four-sources-dress.ts'
import type { Dress } from './four-sources-dress.ts'

/** The last scrape before two hours are full: Prometheus' block ends there, and one block loads in one go. */
export const END = unixSeconds(249_445 * 7200 - 30)
/** Half as often as in the other tests of the stories: both are usual. */
const INTERVAL = 30
/** The window, the guard before it, the hour before that, and a scrape to count from: 80 minutes. */
const TIMES = Float64Array.from({ length: 161 }, (_, index) => END - (160 - index) * INTERVAL)
const STAMPS = [...TIMES].map(String)
/** A host's many series are asked for once a minute. */
const SCRAPES_PER_HOST_SCRAPE = 2
const WARM_UP = 180

/** How a story's fleet shows itself: the release of each instance, and whose names its series have. */
export interface Telling {
  /** Tells its series from all others in a store. */
  readonly id: string
  /** Of the first half of the instances, and of the others. */
  readonly releases: readonly [DialectName, DialectName]
  readonly dress: Dress
}

/** Series as text with `cluster` naming whose they are, as in a store of many; without `# EOF`. */
export interface Told {
  readonly telling: Telling
  readonly engines: string
  /** The cluster under which the exporters' series stand: fleets that run alike share them. */
  readonly place: string
  readonly exporters: string
  /** The engines' pages as they were served, scrape by scrape; undefined in a dress, which is not the engines' own. */
  readonly pages: EngineHistory | undefined
}

/** What is scraped in each telling of a story. */
export function* tell(story: Scenario, tellings: readonly Telling[]): Generator<Told> {
  for (const [index, run] of [...new Set(tellings.map(runOf))].entries()) {
    const alike = tellings.filter((telling) => runOf(telling) === run)
    const place = `${story.id} ${index}`
    const watched = alike.map((telling): Watched => ({
      telling,
      pages: telling.dress === 'plain' ? createEngineHistory() : undefined,
    }))
    const recording = record(story, watched, place)
    const exporters = textOf(recording, place)
    for (const { telling, pages } of watched) {
      yield { telling, engines: textOf(recording, telling.id), place, exporters, pages }
    }
  }
}

/**
 * Releases that keep time alike, and in the same buckets where those are read, are shown by one and the same fleet: it
 * need not run again.
 */
function runOf({ releases }: Telling): string {
  const run = releases.map(dialectOf).map(({ buckets, rules }) => ({ read: buckets.timeToFirstToken, rules }))
  return JSON.stringify(run)
}

type Watched = Pick<Told, 'telling' | 'pages'>

function record(story: Scenario, watched: readonly Watched[], place: string): Recording {
  const start = END - (TIMES.length - 1) * INTERVAL - WARM_UP
  const fleet = createFleet(rolledOut(story, watched), { start, onset: END - story.onsetBeforeEnd })
  const exporters = targetsOf(fleet)
    .filter(({ job }) => job !== 'vllm')
    .map((target) => standingIn(place, readOnly(target, target.job === 'node' ? SCRAPES_PER_HOST_SCRAPE : 1)))
  const engines = watched.map(({ telling, pages }) => ({ targets: enginesIn(fleet, telling), pages }))
  const recorder = createRecorder([...engines.flatMap(({ targets }) => targets), ...exporters], TIMES)
  for (const [index, time] of TIMES.entries()) {
    fleet.advanceTo(time)
    recorder.scrape(index)
    for (const { targets, pages } of engines) {
      if (pages !== undefined) for (const target of targets) keepPage(pages, target, unixSeconds(time))
    }
    fleet.takeAccess()
  }
  return recorder.recording
}

/** What is gone answers neither a scrape nor who asks it directly; what hangs answers both. */
function keepPage(pages: EngineHistory, { instance, numbers, scrape }: Target, at: UnixSeconds): void {
  const families = scrape()
  if (families === undefined) {
    pages.addFailure(instance, at)
    pages.setAnswers(instance, false)
    return
  }
  const { kind } = pages.add(instance, classicText(families, numbers), at)
  if (kind !== 'exposition') pages.setAnswers(instance, true)
}

/** The engines run as the first telling has them; the others differ in how they write. */
function rolledOut(story: Scenario, [first]: readonly Watched[]): Scenario {
  if (first === undefined) return story
  const dialects = story.instances.map((spec, index) => [addressOf(spec), releaseOf(story, first.telling, index)])
  return { ...story, dialects: Object.fromEntries(dialects) }
}

function releaseOf({ instances }: FleetSpec, { releases: [early, late] }: Telling, index: number): DialectName {
  return index < instances.length / 2 ? early : late
}

function enginesIn(fleet: Fleet, telling: Telling): readonly Target[] {
  const members = fleet.members.map((member, index) => ({
    ...member,
    dialect: dialectOf(releaseOf(fleet.spec, telling, index)),
  }))
  return members.flatMap((member) =>
    targetsOf({ ...fleet, members: [member] })
      .filter(({ job }) => job === 'vllm')
      .map((target) => standingIn(telling.id, dressed(target, telling.dress, member))),
  )
}

/** A recorder labels series by job and instance only, so the job carries the cluster, too. */
function standingIn(cluster: string, target: Target): Target {
  return { ...target, job: `${cluster}${SEPARATOR}${target.job}` }
}

const SEPARATOR = '@'

function textOf({ families }: Recording, cluster: string): string {
  const text: string[] = []
  for (const { columns } of families.values()) {
    for (const { name, labels, values } of columns) {
      const [of, job = ''] = (labels['job'] ?? '').split(SEPARATOR)
      if (of === cluster) text.push(samplesOf(`${name}${labelText({ ...labels, job, cluster })}`, values))
    }
  }
  return text.join('')
}

function samplesOf(series: string, values: Float64Array): string {
  let text = ''
  for (let index = 0; index < STAMPS.length; index++) {
    const value = values[index] ?? NaN
    if (!Number.isNaN(value)) text += `${series} ${value} ${STAMPS[index] ?? ''}\n`
  }
  return text
}
