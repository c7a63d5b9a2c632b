import type { Labels, Series } from '../../../domain/series.ts'
import { unixSeconds } from '../../../domain/time.ts'
import type { FamilyType, Row } from '../exposition/family.ts'
import { asScraped } from '../placement.ts'
import type { Target } from '../target.ts'

/** One series of the recording; NaN stands where there was no sample (no exporter here ever sends one). */
export interface Column {
  readonly name: string
  readonly labels: Labels
  readonly values: Float64Array
}

/** The columns of one family over all targets, with what the text format says of it. */
export interface RecordedFamily {
  readonly name: string
  readonly help: string
  readonly type: FamilyType
  readonly columns: Column[]
}

/** Scrapes at even times, kept column by column. */
export interface Recording {
  /** Unix seconds of each scrape. Of a recording that goes on, places that are not filled yet are NaN. */
  readonly times: Float64Array
  readonly families: Map<string, RecordedFamily>
}

export interface Recorder {
  readonly recording: Recording
  /** Takes every target's page as the scrape with this index. */
  readonly scrape: (index: number) => void
}

export function createRecorder(targets: readonly Target[], times: Float64Array): Recorder {
  const recording: Recording = { times, families: new Map() }
  const columnOf = createColumnFinder(recording)
  const ups = targets.map((target) => columnOf(target, upRow(), UP))

  function scrape(index: number): void {
    for (const [position, target] of targets.entries()) {
      const families = target.scrape()
      const up = ups[position]
      if (up !== undefined) up.values[index] = families === undefined ? 0 : 1
      for (const family of families ?? []) {
        for (const row of family.rows) columnOf(target, row, family).values[index] = row.read()
      }
    }
  }
  return { recording, scrape }
}

const UP = { name: 'up', help: 'Whether the target answered its scrape.', type: 'gauge' } as const

function upRow(): Row {
  return { name: 'up', labels: {}, read: () => 1 }
}

type FamilyHead = Omit<RecordedFamily, 'columns'>

/** A row keeps its column; a row made anew after a restart finds the old one by its labels. */
function createColumnFinder({ times, families }: Recording): (target: Target, row: Row, head: FamilyHead) => Column {
  const byRow = new WeakMap<Row, Column>()
  const byKey = new Map<string, Column>()

  function find(target: Target, row: Row, head: FamilyHead): Column {
    const known = byRow.get(row)
    if (known !== undefined) return known
    const labels = asScraped(row.labels, target)
    const key = `${row.name} ${JSON.stringify(labels)}`
    const column = byKey.get(key) ?? addColumn(row.name, labels, head)
    byKey.set(key, column)
    byRow.set(row, column)
    return column
  }
  function addColumn(name: string, labels: Labels, head: FamilyHead): Column {
    const column = { name, labels, values: new Float64Array(times.length).fill(NaN) }
    const family = families.get(head.name) ?? { name: head.name, help: head.help, type: head.type, columns: [] }
    families.set(head.name, family)
    family.columns.push(column)
    return column
  }
  return find
}

/** The recording in the product's own form; where a series stops while scrapes go on it is stale. */
export function seriesOf({ families, times }: Recording): readonly Series[] {
  const series: Series[] = []
  for (const family of families.values()) {
    for (const column of family.columns) series.push(columnSeries(column, times))
  }
  return series
}

function columnSeries({ name, labels, values }: Column, times: Float64Array): Series {
  const samples: Series['samples'][number][] = []
  const staleAt: Series['staleAt'][number][] = []
  let wasPresent = false
  for (let index = 0; index < times.length; index++) {
    const value = values[index] ?? NaN
    const isPresent = !Number.isNaN(value)
    if (isPresent) samples.push({ at: unixSeconds(times[index] ?? 0), value })
    else if (wasPresent) staleAt.push(unixSeconds(times[index] ?? 0))
    wasPresent = isPresent
  }
  return { name, labels, samples, staleAt }
}
