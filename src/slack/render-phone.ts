import { cut, columnsOf, padStart } from '../report/columns.ts'
import { cleanText } from './render-escape.ts'

/** Columns of fixed width that a phone shows without breaking a line. */
export const PHONE = 40

/** A name cut at its front: what tells pods and ports apart stands at the end. */
export function tail(text: string, columns: number): string {
  const clean = cleanText(text)
  if (columnsOf(clean) <= columns) return clean
  const letters = Array.from(clean)
  let kept = ''
  while (letters.length > 0) {
    const next = `${letters.pop() ?? ''}${kept}`
    if (columnsOf(next) > columns - 1) break
    kept = next
  }
  return `…${kept}`
}

export interface NarrowRow {
  readonly name: string
  readonly cells: readonly string[]
  /** What is said of it in words, each in a line. */
  readonly below?: readonly string[]
}

/**
 * A table for narrow screens: each name has a line of its own, and its numbers stand below. The first title, too, where it
 * is longer than its column.
 */
export function narrowTable(titles: readonly string[], rows: readonly NarrowRow[]): readonly string[] {
  const width = Math.floor(PHONE / Math.max(1, titles.length))
  const line = (cells: readonly string[]): string =>
    cells.map((cell) => padStart(cut(cleanText(cell), width - 1), width)).join('')
  const [first = '', ...others] = titles
  const head = columnsOf(first) < width ? [line(titles)] : [cut(cleanText(first), PHONE), line(['', ...others])]
  const said = (text: string): string => `  ${cut(cleanText(text), PHONE - 2)}`
  return [
    ...head,
    ...rows.flatMap(({ name, cells, below = [] }) => [tail(name, PHONE), line(cells), ...below.map(said)]),
  ]
}
