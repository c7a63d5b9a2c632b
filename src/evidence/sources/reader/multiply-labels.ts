import type { PartValue } from './backend.ts'

/** Parts that are told apart by row. */
const OF_ROWS: ReadonlySet<string> = new Set(['rows', 'rows_before'])

/**
 * Makes numbers of a `label_product`'s answer, which counts series by the labels that hold them. A label that is
 * missing, empty or "None" tells none; any other text that is no number is one that cannot be.
 *
 * The fleet has the mean of its series. Those of one row must agree: which of them is the newest, an answer at one time
 * does not tell, so a row whose series disagree has no number.
 */
export function multiplyLabels(values: readonly PartValue[], labels: readonly string[]): readonly PartValue[] {
  const groups = new Map<string, Group>()
  for (const one of values) {
    const product = labels.map((label) => numberIn(one.labels[label])).reduce(multiplied)
    const rest = Object.entries(one.labels).filter(([name]) => !labels.includes(name))
    const key = keyOf(one.part, rest)
    const group = groups.get(key) ?? groupOf(one, rest)
    groups.set(key, group)
    group.products.add(product)
    if (product === undefined) continue
    group.total += product * one.value
    group.series += one.value
  }
  return [...groups.values()].flatMap(({ of, products, total, series }) => {
    const isTold = OF_ROWS.has(of.part) ? products.size === 1 && !products.has(undefined) : series !== 0
    return isTold ? [{ ...of, value: total / series }] : []
  })
}

interface Group {
  readonly of: PartValue
  readonly products: Set<number | undefined>
  total: number
  series: number
}

function groupOf(one: PartValue, rest: readonly (readonly [string, string])[]): Group {
  return { of: { ...one, labels: Object.fromEntries(rest) }, products: new Set(), total: 0, series: 0 }
}

/** Equal for equal labels; with their lengths, so that no text of one runs into the next. */
function keyOf(part: string, labels: readonly (readonly [string, string])[]): string {
  const sorted = labels.length < 2 ? labels : labels.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return sorted.reduce((key, [name, value]) => `${key}${name.length}:${name}${value.length}:${value}`, `${part}:`)
}

/** Numbers as vLLM writes them, and Python's booleans, which are numbers there. */
function numberIn(text = ''): number | undefined {
  if (text === '' || text === 'None') return undefined
  if (text === 'True') return 1
  if (text === 'False') return 0
  return /^\d+(?:\.\d+)?$/u.test(text) ? Number(text) : NaN
}

function multiplied(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one * other
}
