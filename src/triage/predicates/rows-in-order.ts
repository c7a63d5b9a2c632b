import type { RowKey } from '../../domain/reading.ts'
import { idOfRow } from '../../domain/reading.ts'

/** By name, so that an answer's order does not hang on that of the source. */
export function inOrder(rows: readonly RowKey[]): readonly RowKey[] {
  return rows
    .map((key) => ({ key, id: idOfRow(key) }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ key }) => key)
}

/** The first of them by name, without sorting the rest: of a thousand rows a few are shown. */
export function firstInOrder(rows: readonly RowKey[], count: number): readonly RowKey[] {
  if (rows.length <= count) return inOrder(rows)
  const first: { readonly key: RowKey; readonly id: string }[] = []
  for (const key of rows) {
    const id = idOfRow(key)
    if (first.length === count && id >= (first.at(-1)?.id ?? '')) continue
    const at = first.findIndex((one) => one.id > id)
    first.splice(at < 0 ? first.length : at, 0, { key, id })
    if (first.length > count) first.pop()
  }
  return first.map(({ key }) => key)
}

/** Of rows that all say no, the one that comes nearest to a yes, then the first by name. */
export function nearestFirst(
  rows: readonly RowKey[],
  count: number,
  gapOf: (key: RowKey) => number,
): readonly RowKey[] {
  const first = firstInOrder(rows, count)
  const gaps = new Map(rows.map((key) => [key, gapOf(key)] as const))
  const least = Math.min(...gaps.values())
  const nearest = inOrder(rows.filter((key) => gaps.get(key) === least))[0]
  return nearest === undefined ? first : [nearest, ...first.filter((key) => key !== nearest)].slice(0, count)
}
