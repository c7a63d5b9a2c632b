import { keptIn } from '../../../domain/once.ts'
import { type Seconds, type UnixSeconds, hours, minutes, seconds, unixSeconds } from '../../../domain/time.ts'
import { SIGNALS } from '../../../signals/catalog.ts'
import { type Columns, type SeriesIndex, toMilliseconds } from '../../../signals/evaluate/series-index.ts'
import type { Signal } from '../../../signals/signal.ts'
import { type InstancePages, type PageOutcome, type PagesSize, createInstancePages } from './instance-pages.ts'
import { seriesOf } from './instance-series.ts'
import { storedNames } from './stored-names.ts'

export interface HistoryOptions {
  /** What is kept is what these are read from; all signals unless stated. */
  readonly signals?: readonly Signal[]
  readonly job?: string
  readonly keep?: Seconds
  readonly mostSeriesOfInstance?: number
  readonly mostBytes?: number
}

/**
 * What engines' pages held over the last hours, of the families that signals are read from. It has no clock and no
 * network: whoever has pages can feed it, and ask `createHistorySource` for the readings.
 */
export interface EngineHistory {
  /** One scrape that brought a page, as served. Of one instance the times must rise; else its history begins anew. */
  readonly add: (instance: string, body: string, at: UnixSeconds) => PageOutcome
  /** One scrape that brought none: the instance's series end, and its `up` is 0. */
  readonly addFailure: (instance: string, at: UnixSeconds) => void
  /** Whether the instance answered when it was asked directly, beside its newest scrape. */
  readonly setAnswers: (instance: string, answers: boolean) => void
  /** The samples from this time on. They are unpacked when they are looked at. */
  readonly series: (from: UnixSeconds) => SeriesIndex
  /** When watching began; undefined before the first scrape. */
  readonly start: () => UnixSeconds | undefined
  readonly size: () => HistorySize
}

export interface HistorySize {
  readonly instances: number
  readonly series: number
  readonly samples: number
  /** Estimated from what the columns and tables take. */
  readonly bytes: number
}

/** Two hours of trouble, the guard and the hour before them, and as far as an instant looks back. */
const KEEP = seconds(hours(3) + minutes(15))
/** An instance of 32 data-parallel engines has some 2,500. */
const MOST_SERIES = 5_000
const MOST_BYTES = 256 * 1024 * 1024

export function createEngineHistory(options: HistoryOptions = {}): EngineHistory {
  const { signals = SIGNALS, job = 'vllm', keep = KEEP } = options
  const { mostSeriesOfInstance: mostSeries = MOST_SERIES, mostBytes = MOST_BYTES } = options
  const names = storedNames(signals)
  const byInstance = new Map<string, InstancePages>()
  let bytes = 0
  /** Until when samples had to make room for newer ones. */
  let lostUntil = -Infinity

  function add(instance: string, body: string, at: UnixSeconds): PageOutcome {
    return changed(instance, at, (pages) => pages.add(body, toMilliseconds(at), bytes < mostBytes))
  }
  function addFailure(instance: string, at: UnixSeconds): void {
    changed(instance, at, (pages) => pages.addFailure(toMilliseconds(at)))
  }
  function changed<Value>(instance: string, at: UnixSeconds, change: (pages: InstancePages) => Value): Value {
    const pages = byInstance.get(instance) ?? createInstancePages({ target: { instance, job }, names, mostSeries })
    byInstance.set(instance, pages)
    const before = pages.bytes()
    const value = change(pages)
    while ((pages.oldest() ?? Infinity) < toMilliseconds(at - keep)) pages.dropOldest()
    bytes += pages.bytes() - before
    while (bytes > mostBytes && makeRoom());
    return value
  }
  /** Takes the oldest samples of all away; false where none are left but the newest. */
  function makeRoom(): boolean {
    let oldest: InstancePages | undefined
    for (const pages of byInstance.values()) {
      if ((pages.oldest() ?? Infinity) < (oldest?.oldest() ?? Infinity)) oldest = pages
    }
    if (oldest === undefined) return false
    lostUntil = Math.max(lostUntil, oldest.oldest() ?? -Infinity)
    const before = oldest.bytes()
    oldest.dropOldest()
    bytes += oldest.bytes() - before
    return true
  }
  function series(from: UnixSeconds): SeriesIndex {
    const byName = new Map<string, Columns[]>()
    for (const pages of byInstance.values()) {
      for (const { name, columns } of seriesOf(pages, toMilliseconds(from))) {
        keptIn(byName, name, () => []).push(columns)
      }
    }
    return { byName }
  }
  function start(): UnixSeconds | undefined {
    const firsts = [...byInstance.values()].map((pages) => pages.first() ?? Infinity)
    const first = Math.max(Math.min(...firsts), lostUntil)
    return Number.isFinite(first) ? unixSeconds(first / 1000) : undefined
  }
  function size(): HistorySize {
    const all = [...byInstance.values()].map((pages) => pages.size())
    const sum = (of: (one: PagesSize) => number): number => all.reduce((total, one) => total + of(one), 0)
    return { instances: all.length, series: sum(({ series }) => series), samples: sum(({ samples }) => samples), bytes }
  }
  return {
    add,
    addFailure,
    setAnswers: (instance, answers) => byInstance.get(instance)?.setAnswers(answers),
    series,
    start,
    size,
  }
}
