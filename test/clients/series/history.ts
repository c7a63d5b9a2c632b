import { type UnixSeconds, unixSeconds } from '../../../src/domain/time.ts'

export const END = unixSeconds(Date.UTC(2026, 7, 5, 12, 0, 0) / 1000)
const SCRAPE = 15
const HOURS = 3

/** A counter of a made-up past. */
export interface Counter {
  /** With its labels, as it is exposed. */
  readonly series: string
  /** Per minute until the window of ten minutes begins, and in it. */
  readonly before: number
  readonly now: number
  /** It is not exposed before it first counts. */
  readonly isNew?: boolean
  /** What it stood at when all began. */
  readonly start?: number
  /** Its process begins anew at this time. */
  readonly restartAt?: UnixSeconds
  /** Its target is read only from this time on. */
  readonly seenFrom?: UnixSeconds
}

const CHANGE = END - 600

/** OpenMetrics text of three hours, scraped every fifteen seconds. */
export function historyOf(counters: readonly Counter[]): string {
  const byName = counters.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
  return `${byName.flatMap(linesOf).join('\n')}\n# EOF\n`
}

function nameOf({ series }: Counter): string {
  return series.split('{', 1)[0] ?? ''
}

function linesOf(counter: Counter): readonly string[] {
  const { series, isNew = false, seenFrom = 0 } = counter
  const times = Array.from({ length: (HOURS * 3600) / SCRAPE + 1 }, (_, index) => END - HOURS * 3600 + index * SCRAPE)
  return times.flatMap((at) => {
    const value = valueAt(counter, at)
    return (isNew && value === 0) || at < seenFrom ? [] : [`${series} ${value} ${at}`]
  })
}

function valueAt({ before, now, start = 0, restartAt = unixSeconds(0) }: Counter, at: number): number {
  const sum = (time: number): number => (Math.min(time, CHANGE) * before + Math.max(0, time - CHANGE) * now) / 60
  const began = at >= restartAt ? Math.max(restartAt, END - HOURS * 3600) : END - HOURS * 3600
  return (at >= restartAt && restartAt > 0 ? 0 : start) + sum(at) - sum(began)
}
