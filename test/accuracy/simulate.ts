import type { Evidence } from '../../src/domain/evidence.ts'
import type { Series } from '../../src/domain/series.ts'
import { minutes, seconds, unixSeconds } from '../../src/domain/time.ts'
import type { EvidenceSource } from '../../src/evidence/source.ts'
import { createPrometheusSource } from '../../src/evidence/sources/prometheus/create-source.ts'
import { createRecordingSource } from '../../src/evidence/sources/recording/create-source.ts'
import { recordHistory } from '../../src/sandbox/fleet/history/record-history.ts'
import type { History } from '../../src/sandbox/fleet/history/record-history.ts'
import { catalog } from '../../src/sandbox/scenarios/catalog.ts'
import type { Scenario } from '../../src/sandbox/scenarios/scenario.ts'
import { createSeriesIndex } from '../../src/signals/evaluate/series-index.ts'
import { gatherFrom } from '../support/gather-from.ts'
import { isReadFamily, isReadSample, readLines } from '../support/read-families.ts'
import { startPrometheus } from '../support/real-servers.ts'
import { scaled } from './scale.ts'

export const END = unixSeconds(1_796_000_000)
/** The window, the guard before it, the hour before that, and a scrape to count from. */
const DURATION = minutes(80)
/** Beyond this a fleet is scraped half as often, as large ones are. */
const LARGE = 10

/** A simulated story as one fleet of one size lives it. */
export interface Told {
  readonly id: string
  readonly scenario: Scenario
}

/** Every story, by size and seed; the first seed is its own. */
export function* toldStories(sizes: readonly number[], seeds: (size: number) => number): Generator<Told> {
  for (const size of sizes) {
    for (const scenario of catalog) {
      const one = scaled(scenario, size)
      if (one === undefined) continue
      for (let seed = 0; seed < seeds(size); seed += 1) {
        yield { id: `${scenario.id} ×${size} seed ${seed + 1}`, scenario: { ...one, seed: one.seed + seed * 1009 } }
      }
    }
  }
}

export function record(scenario: Scenario): Promise<History> {
  const scrapeInterval = seconds(scenario.instances.length > LARGE ? 30 : 15)
  return recordHistory({ scenario, end: END, duration: DURATION, scrapeInterval })
}

/** What a real Prometheus with this history says. */
export async function askPrometheus(history: History, { alert }: Scenario): Promise<Evidence> {
  const lines = [...history.text(isReadFamily)].map(readLines)
  const server = await startPrometheus({ history: `${lines.join('')}# EOF\n` })
  const source = createPrometheusSource({ url: server.baseUrl, selector: 'job="vllm"' })
  try {
    return await ask(source, alert.alertname)
  } finally {
    await source.close()
    await server.stop()
  }
}

/** What whyslow reads of these series in a recording. */
export function askSeries(series: readonly Series[], { alert }: Scenario): Promise<Evidence> {
  const recording = { series: createSeriesIndex(series), samples: 1, malformed: 0, start: END, end: END }
  return ask(createRecordingSource(recording), alert.alertname)
}

/** A history without what whyslow does not read. */
export function seriesOf(history: History): readonly Series[] {
  return history.series().filter(({ name }) => isReadSample(name))
}

async function ask(source: EvidenceSource, alertname: string): Promise<Evidence> {
  const evidence = await gatherFrom(source, { end: END, alerts: [alertname] })
  const [failed] = evidence.sources.filter(({ status }) => status === 'failed')
  if (failed !== undefined) throw new Error(`${failed.source}: ${failed.notes.join('; ')}`)
  return evidence
}
