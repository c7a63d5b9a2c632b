import { gatherFrom } from './gather-from.ts'
import type { Evidence } from '../../src/domain/evidence.ts'
import type { Series } from '../../src/domain/series.ts'
import { hours, unixSeconds } from '../../src/domain/time.ts'
import { createRecordingSource } from '../../src/evidence/sources/recording/create-source.ts'
import { parseSeries } from '../../src/exposition/parse-series.ts'
import { createExpositionReader } from '../../src/exposition/reader.ts'
import { createSeriesIndex } from '../../src/signals/evaluate/series-index.ts'

const END = unixSeconds(1_796_000_000)
const SCRAPE = 60
const SCRAPES = 180

/** What a page of an exporter shows of the value at a scrape, counted from 0. */
export type Told = (value: number, scrape: number, name: string) => number

/** An exporter's page as Prometheus would hold it after three hours, with the exporter's address on each series. */
export function scraped(page: string, instance: string, told: Told = (value) => value): readonly Series[] {
  const series: Series[] = []
  const reader = createExpositionReader((sample) => {
    const parsed = parseSeries(sample.series)
    if (parsed === undefined) return
    const times = Array.from({ length: SCRAPES + 1 }, (_, scrape) => scrape)
    series.push({
      name: parsed.name,
      labels: { ...parsed.labels, instance, job: 'exporter' },
      samples: times.map((scrape) => ({
        at: unixSeconds(END - (SCRAPES - scrape) * SCRAPE),
        value: told(sample.value, scrape, parsed.name),
      })),
      staleAt: [],
    })
  })
  reader.write(`${page}\n`)
  reader.end()
  return series
}

/** What is read of these series beside one vLLM instance, `gpu-1:8000`. */
export async function readingsBeside(series: readonly Series[], more: readonly Series[] = []): Promise<Evidence> {
  const engine =
    more.length > 0
      ? more
      : scraped('up 1', 'gpu-1:8000').map((one) => ({ ...one, labels: { ...one.labels, job: 'vllm' } }))
  const all = [...series, ...engine]
  const source = createRecordingSource(
    { series: createSeriesIndex(all), samples: 1, malformed: 0, start: unixSeconds(END - hours(3)), end: END },
    { selector: 'job="vllm"' },
  )
  return gatherFrom(source, { end: END })
}
