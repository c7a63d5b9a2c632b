import { columnsOf, padEnd, padStart } from './columns.ts'

/**
 * Rows of cells as lines whose columns stand below each other.
 *
 * @param isLeft whether a column holds words, which stand at its left; numbers stand at its right
 */
export function aligned(rows: readonly (readonly string[])[], isLeft: (column: number) => boolean): readonly string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => columnsOf(row[column] ?? ''))),
  )
  return rows.map((row) =>
    row
      .map((cell, column) => (isLeft(column) ? padEnd : padStart)(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
