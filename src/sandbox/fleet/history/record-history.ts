import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Series } from '../../../domain/series.ts'
import { hours, seconds, unixSeconds } from '../../../domain/time.ts'
import type { Seconds, UnixSeconds } from '../../../domain/time.ts'
import type { EngineAccess, GatewayAccess } from '../access-log/record.ts'
import { createFleet } from '../create-fleet.ts'
import type { FleetSpec } from '../fleet-spec.ts'
import type { AccessRecords, Fleet } from '../fleet.ts'
import { targetsOf } from '../target.ts'
import { openMetricsText } from './open-metrics.ts'
import { createRecorder, seriesOf } from './recording.ts'
import type { Recorder } from './recording.ts'

/** A fleet's story, placed so that its trouble begins this long before the end of the history. */
export interface Story extends FleetSpec {
  readonly onsetBeforeEnd: Seconds
}

export interface HistoryOptions {
  readonly scenario: Story
  /** The last scrape. */
  readonly end: UnixSeconds
  /** Two hours unless stated. */
  readonly duration?: Seconds
  /** 15 seconds unless stated. */
  readonly scrapeInterval?: Seconds
  /** For how many scrapes more, after the end, there is to be room; none unless stated. */
  readonly room?: number
}

/** What Prometheus would have seen, and the fleet as it stands at the end of it. */
export interface History {
  readonly fleet: Fleet
  readonly start: UnixSeconds
  readonly onset: UnixSeconds
  readonly end: UnixSeconds
  readonly series: () => readonly Series[]
  /** OpenMetrics text in chunks, with timestamps and `# EOF`; of all families unless told which to keep. */
  readonly text: (keeps?: (family: string) => boolean) => Iterable<string>
  readonly access: AccessRecords
  readonly recorder: Recorder
}

/** The fleet runs this long before the first scrape, so that it is warm. */
const WARM_UP_SECONDS = 180
const SCRAPES_PER_TURN = 8

/** Runs the story up to its end and records it; yields to other work between scrapes. */
export async function recordHistory({
  scenario,
  end,
  duration = hours(2),
  scrapeInterval = seconds(15),
  room = 0,
}: HistoryOptions): Promise<History> {
  const count = Math.floor(duration / scrapeInterval) + 1
  const times = new Float64Array(count + room).fill(NaN)
  for (let index = 0; index < count; index++) times[index] = end - (count - 1 - index) * scrapeInterval
  const start = times[0] ?? end
  const onset = end - scenario.onsetBeforeEnd
  const fleet = createFleet(scenario, { start: start - WARM_UP_SECONDS, onset })
  const recorder = createRecorder(targetsOf(fleet), times)
  const engine: EngineAccess[] = []
  const gateway: GatewayAccess[] = []
  for (const [index, time] of times.subarray(0, count).entries()) {
    fleet.advanceTo(time)
    recorder.scrape(index)
    const access = fleet.takeAccess()
    for (const record of access.engine) engine.push(record)
    for (const record of access.gateway) gateway.push(record)
    if (index % SCRAPES_PER_TURN === 0) await nextTurn()
  }
  return {
    fleet,
    start: unixSeconds(start),
    onset: unixSeconds(onset),
    end,
    series: () => seriesOf(recorder.recording),
    text: (keeps) => openMetricsText(recorder.recording, keeps),
    access: { engine, gateway },
    recorder,
  }
}

/** Writes the history's text to a file without holding all of it. */
export async function writeHistory(history: History, path: string): Promise<void> {
  await pipeline(Readable.from(history.text()), createWriteStream(path))
}
