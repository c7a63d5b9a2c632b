import { keptIn } from '../../../domain/once.ts'
import type { UnixSeconds } from '../../../domain/time.ts'
import { unixSeconds } from '../../../domain/time.ts'
import type { Columns, SeriesIndex } from '../../../signals/evaluate/series-index.ts'
import { toMilliseconds } from '../../../signals/evaluate/series-index.ts'
import type { History } from '../history/record-history.ts'
import type { Column } from '../history/recording.ts'

/** A recording that goes on: what a Prometheus beside the fleet would hold by now. */
export interface KeptRecording {
  /** The newest scrape. */
  readonly end: () => UnixSeconds
  /** Lets the fleet go on to the next scrape and takes it. */
  readonly scrape: () => UnixSeconds
  /** All samples up to the newest scrape. */
  readonly series: () => SeriesIndex
}

/** Of a full recording the oldest quarter makes room. */
const FORGOTTEN = 0.25

/** Goes on with a history that was recorded with room for more. */
export function keepRecording({ fleet, recorder, end }: History, scrapeInterval: number): KeptRecording {
  const { recording } = recorder
  const { times } = recording
  let filled = times.findIndex(Number.isNaN)
  let newest = end
  let known: { readonly end: UnixSeconds; readonly series: SeriesIndex } | undefined

  function scrape(): UnixSeconds {
    if (filled === times.length) forget(Math.ceil(times.length * FORGOTTEN))
    newest = unixSeconds(newest + scrapeInterval)
    fleet.advanceTo(newest)
    times[filled] = newest
    recorder.scrape(filled)
    filled++
    return newest
  }

  function forget(count: number): void {
    const columns = [...recording.families.values()].flatMap((family) => family.columns)
    for (const numbers of [times, ...columns.map(({ values }) => values)]) {
      numbers.copyWithin(0, count)
      numbers.fill(NaN, numbers.length - count)
    }
    filled -= count
  }

  function series(): SeriesIndex {
    if (known?.end !== newest) known = { end: newest, series: indexOf() }
    return known.series
  }

  function indexOf(): SeriesIndex {
    const stamps = times.slice(0, filled).map(toMilliseconds)
    const byName = new Map<string, Columns[]>()
    for (const { columns } of recording.families.values()) {
      for (const column of columns) {
        keptIn(byName, column.name, () => []).push(samplesOf(column, stamps))
      }
    }
    return { byName }
  }
  return { end: () => newest, scrape, series }
}

/** NaN stands where there was no sample; the first of them after a sample is where the series went stale. */
function samplesOf({ labels, values }: Column, stamps: Float64Array): Columns {
  const isThere = (index: number): boolean => !Number.isNaN(values[index] ?? NaN)
  const held = values.slice(0, stamps.length)
  if (!held.some(Number.isNaN)) return { labels, times: stamps, values: held, staleTimes: new Float64Array() }
  return {
    labels,
    times: stamps.filter((_, index) => isThere(index)),
    values: held.filter((value) => !Number.isNaN(value)),
    staleTimes: stamps.filter((_, index) => !isThere(index) && index > 0 && isThere(index - 1)),
  }
}
