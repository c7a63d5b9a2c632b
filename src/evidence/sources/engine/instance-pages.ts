import { isVllmName } from '../../../signals/vllm-names.ts'
import type { Labels } from '../../../domain/series.ts'
import { detach, nameOf, parseSeries } from '../../../exposition/parse-series.ts'
import { type ExpositionSummary, createExpositionReader } from '../../../exposition/reader.ts'
import { type PageBlock, packBlock, sizeOf } from './page-block.ts'
import { type PageRow, failedRow } from './page-row.ts'

/** What became of one page. */
export interface PageOutcome extends ExpositionSummary {
  /** Series of vLLM's on the page, kept or not. */
  readonly vllmSeries: number
  /** Series that were needed, but of which there are too many. */
  readonly refused: number
}

/** A series as it is answered for: its labels with those of its target. */
export interface KeptSeries {
  readonly name: string
  readonly labels: Labels
}

export interface PagesOptions {
  /** Labels of the target, which win over those on the page. */
  readonly target: Labels
  readonly names: ReadonlySet<string>
  /** As many series are held at most. */
  readonly mostSeries: number
}

/** The pages of one instance, newest last. */
export interface InstancePages {
  /** Labels of the target itself. */
  readonly target: Labels
  /** Reads a page; one that is no exposition counts as a scrape that failed. */
  readonly add: (body: string, time: number, mayGrow: boolean) => PageOutcome
  readonly addFailure: (time: number) => void
  readonly setAnswers: (answers: boolean) => void
  readonly blocks: () => readonly PageBlock[]
  readonly open: () => readonly PageRow[]
  /** By number; undefined where a number is free. */
  readonly series: () => readonly (KeptSeries | undefined)[]
  /** The end of the oldest packed block in milliseconds; undefined where none is packed. */
  readonly oldest: () => number | undefined
  readonly dropOldest: () => void
  /** The first scrape that is kept, in milliseconds. */
  readonly first: () => number | undefined
  readonly bytes: () => number
  readonly size: () => PagesSize
}

export interface PagesSize {
  readonly series: number
  readonly samples: number
}

/** At 15 s sixteen minutes. */
const ROWS_OF_BLOCK = 64
/** What a series takes beside its samples: its text, labels and place in the table. */
const BYTES_OF_SERIES = 512

export function createInstancePages({ target, names, mostSeries }: PagesOptions): InstancePages {
  const numbers = new Map<string, number>()
  const series: (KeptSeries | undefined)[] = []
  const lastSeen: number[] = []
  const free: number[] = []
  let blocks: readonly PageBlock[] = []
  /** The number of the oldest block; the open rows are the block behind the last. */
  let firstBlock = 0
  let rows: PageRow[] = []

  function add(body: string, time: number, mayGrow: boolean): PageOutcome {
    packFull()
    const values: number[] = []
    const present: number[] = []
    let vllmSeries = 0
    let refused = 0
    const reader = createExpositionReader(({ series: text, value }) => {
      const name = nameOf(text) ?? ''
      if (isVllmName(name)) vllmSeries++
      if (!names.has(name)) return
      const number = numbers.get(text) ?? (mayGrow ? numberFor(text) : undefined)
      if (number === undefined) refused++
      else if (present[number] !== 1) {
        values[number] = value
        present[number] = 1
        lastSeen[number] = firstBlock + blocks.length
      }
    })
    reader.write(body)
    const summary = reader.end()
    const outcome = { ...summary, vllmSeries, refused }
    if (summary.kind !== 'exposition') {
      append(failedRow(time))
      return outcome
    }
    append({
      time,
      isUp: true,
      isCut: summary.isTruncated,
      answers: vllmSeries > 0 ? true : undefined,
      values: Float64Array.from(values, (value) => value ?? 0),
      present: Uint8Array.from(present, (one) => one ?? 0),
    })
    return outcome
  }
  function numberFor(text: string): number | undefined {
    if (numbers.size >= mostSeries) return undefined
    const parsed = parseSeries(text)
    if (parsed === undefined) return undefined
    const number = free.pop() ?? series.length
    series[number] = { name: parsed.name, labels: withTarget(parsed.labels, target) }
    numbers.set(detach(text), number)
    return number
  }
  function append(row: PageRow): void {
    const last = rows.at(-1) ?? blocks.at(-1)?.rows.at(-1)
    // A clock that was set back: what is kept lies in the future now, and no order would be right.
    if (last !== undefined && row.time <= last.time) forget()
    rows.push(row)
  }
  /** Only before the next scrape: until then the newest row may be told whether its instance answers. */
  function packFull(): void {
    if (rows.length < ROWS_OF_BLOCK) return
    blocks = [...blocks, packBlock(rows, series.length)]
    rows = []
  }
  function forget(): void {
    firstBlock += blocks.length
    blocks = []
    rows = []
    freeUnseen()
  }
  function dropOldest(): void {
    if (blocks.length === 0) return
    firstBlock++
    blocks = blocks.slice(1)
    freeUnseen()
  }
  function freeUnseen(): void {
    for (const [text, number] of numbers) {
      if ((lastSeen[number] ?? -1) >= firstBlock) continue
      numbers.delete(text)
      series[number] = undefined
      free.push(number)
    }
  }
  function bytes(): number {
    const ofRows = rows.reduce((sum, { values }) => sum + 64 + values.length * 9, 0)
    return blocks.reduce((sum, block) => sum + sizeOf(block), ofRows) + numbers.size * BYTES_OF_SERIES
  }
  function openSamples(): number {
    return rows.reduce((sum, { present }) => sum + present.reduce((count, one) => count + one, 0), 0)
  }
  return {
    target,
    add,
    addFailure: (time) => {
      packFull()
      append(failedRow(time))
    },
    setAnswers: (answers) => {
      const last = rows.at(-1)
      if (last !== undefined) last.answers = answers
    },
    blocks: () => blocks,
    open: () => rows,
    series: () => series,
    oldest: () => blocks[0]?.rows.at(-1)?.time,
    dropOldest,
    first: () => (blocks[0]?.rows ?? rows)[0]?.time,
    bytes,
    size: () => ({
      series: numbers.size,
      samples: blocks.reduce((sum, { samples }) => sum + samples, 0) + openSamples(),
    }),
  }
}

/** As Prometheus does without `honor_labels`: a label of the page that the target has too is called `exported_…`. */
function withTarget(labels: Labels, target: Labels): Labels {
  const own = Object.entries(labels).map(
    ([name, value]) => [name in target ? `exported_${name}` : name, value] as const,
  )
  return { ...Object.fromEntries(own), ...target }
}
