import type { Labels } from '../../../domain/series.ts'
import type { Family } from '../../../signals/family.ts'
import { targetUp } from '../../../signals/families.ts'
import { engineAnswers } from '../../../signals/serving.ts'
import type { Columns } from '../../../signals/evaluate/series-index.ts'
import type { InstancePages } from './instance-pages.ts'
import { type Column, columnOf, unpackColumn } from './page-block.ts'
import type { PageRow } from './page-row.ts'

export interface NamedColumns {
  readonly name: string
  readonly columns: Columns
}

type Scrape = Pick<PageRow, 'time' | 'isUp' | 'isCut' | 'answers'>

/** An instance's series from a time on, with the two that no page has: `up`, and whether it answers directly. */
export function* seriesOf(pages: InstancePages, from: number): Generator<NamedColumns> {
  const blocks = pages.blocks().filter(({ rows }) => (rows.at(-1)?.time ?? -Infinity) >= from)
  const open = pages.open()
  const scrapes: readonly Scrape[] = [...blocks.flatMap(({ rows }) => rows), ...open]
  if (scrapes.length === 0) return
  const { target } = pages
  yield* named(
    targetUp,
    witnessed(target, scrapes, ({ isUp }) => isUp),
  )
  yield* named(
    engineAnswers,
    witnessed(target, scrapes, ({ answers }) => answers),
  )
  for (const [number, one] of pages.series().entries()) {
    if (one === undefined) continue
    const column = (): Column => [
      ...blocks.flatMap((block) => unpackColumn(block, number) ?? block.rows.map(() => undefined)),
      ...columnOf(open, number),
    ]
    yield { name: one.name, columns: lazyColumns(one.labels, () => samplesOf(scrapes, column())) }
  }
}

function named({ names }: Family, columns: Columns): readonly NamedColumns[] {
  return names.map((name) => ({ name, columns }))
}

function witnessed(labels: Labels, scrapes: readonly Scrape[], of: (scrape: Scrape) => boolean | undefined): Columns {
  const known = scrapes.flatMap((scrape) => {
    const value = of(scrape)
    return value === undefined ? [] : [{ time: scrape.time, value: value ? 1 : 0 }]
  })
  return {
    labels,
    times: Float64Array.from(known, ({ time }) => time),
    values: Float64Array.from(known, ({ value }) => value),
    staleTimes: new Float64Array(0),
  }
}

type Samples = Pick<Columns, 'times' | 'values' | 'staleTimes'>

/** A fleet's samples are many and one triage looks at most of them once: they are unpacked then, and kept as long as it lasts. */
function lazyColumns(labels: Labels, unpack: () => Samples): Columns {
  let samples: Samples | undefined
  const unpacked = (): Samples => (samples ??= unpack())
  return {
    labels,
    get times() {
      return unpacked().times
    },
    get values() {
      return unpacked().values
    },
    get staleTimes() {
      return unpacked().staleTimes
    },
  }
}

/** A series ends with the first scrape that lacks it, unless that was a page cut short. */
function samplesOf(scrapes: readonly Scrape[], column: Column): Samples {
  const times: number[] = []
  const values: number[] = []
  const staleTimes: number[] = []
  let isLive = false
  for (const [index, { time, isCut }] of scrapes.entries()) {
    const value = column[index]
    if (value !== undefined) {
      times.push(time)
      values.push(value)
      isLive = true
    } else if (isLive && !isCut) {
      staleTimes.push(time)
      isLive = false
    }
  }
  return {
    times: Float64Array.from(times),
    values: Float64Array.from(values),
    staleTimes: Float64Array.from(staleTimes),
  }
}
