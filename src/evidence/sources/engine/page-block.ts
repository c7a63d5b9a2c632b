import type { PageRow } from './page-row.ts'
import { createByteWriter, readColumn, writeColumn } from './column-bytes.ts'

/** Scrapes that follow each other, packed series by series. */
export interface PageBlock {
  readonly rows: readonly Pick<PageRow, 'time' | 'isUp' | 'isCut' | 'answers'>[]
  /** Where each series' column begins, by its number; -1 where it has none here. */
  readonly columns: Int32Array
  readonly bytes: Uint8Array
  readonly samples: number
}

/** Values of one series, scrape by scrape; undefined where it was not on the page. */
export type Column = readonly (number | undefined)[]

/** @param seriesCount how many numbers of series there are */
export function packBlock(rows: readonly PageRow[], seriesCount: number): PageBlock {
  const writer = createByteWriter()
  const columns = new Int32Array(seriesCount).fill(-1)
  let samples = 0
  for (let series = 0; series < seriesCount; series++) {
    const column = columnOf(rows, series)
    const count = column.filter((value) => value !== undefined).length
    if (count === 0) continue
    samples += count
    columns[series] = writer.length()
    writeColumn(writer, column)
  }
  const heads = rows.map(({ time, isUp, isCut, answers }) => ({ time, isUp, isCut, answers }))
  return { rows: heads, columns, bytes: writer.finish(), samples }
}

/** A series' column in a packed block; undefined when the series is not in it. */
export function unpackColumn({ rows, columns, bytes }: PageBlock, series: number): Column | undefined {
  const at = columns[series] ?? -1
  return at < 0 ? undefined : readColumn(bytes, at, rows.length)
}

/** A series' column among scrapes that are not packed yet. */
export function columnOf(rows: readonly PageRow[], series: number): Column {
  return rows.map(({ values, present }) => (present[series] === 1 ? values[series] : undefined))
}

/** Bytes that a block holds, the objects of its scrapes among them. */
export function sizeOf({ rows, columns, bytes }: PageBlock): number {
  return bytes.byteLength + columns.byteLength + rows.length * 64
}
