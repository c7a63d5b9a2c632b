import type { Labels } from '../../domain/series.ts'
import { labelName } from '../../signals/escape.ts'
import type { VectorRow } from '../../lib/vector.ts'

/** The label that tells the parts of a query apart, by their places in it. */
const PART_LABEL = 'whyslow_part'

/** Expressions in one query, so that a store is asked once. */
export function joinParts(expressions: readonly string[]): string {
  return expressions.map((text, index) => `label_replace(${text}, "${PART_LABEL}", "${index}", "", "")`).join(' or ')
}

/** The rows of each expression, in their order. */
export function splitParts(rows: readonly VectorRow[], parts: number): readonly (readonly VectorRow[])[] {
  const split = Array.from({ length: parts }, (): VectorRow[] => [])
  for (const row of rows) if (!Number.isNaN(row.value)) split[Number(row.labels[PART_LABEL])]?.push(row)
  return split
}

export function sumBy(labels: readonly string[], expression: string): string {
  return `sum by (${labels.map(labelName).join(', ')}) (${expression})`
}

/** Values by a name made of labels; those with the same name are added up. */
export function addByName(rows: readonly VectorRow[], nameOf: (labels: Labels) => string): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const { labels, value } of rows) {
    const name = nameOf(labels)
    sums.set(name, (sums.get(name) ?? 0) + value)
  }
  return sums
}
