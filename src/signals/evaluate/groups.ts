import type { Labels } from '../../domain/series.ts'
import type { Across } from '../term.ts'

/** One value of each group, by a text that is equal for equal labels. */
export type Groups = ReadonlyMap<string, GroupValue>

export interface GroupValue {
  readonly labels: Labels
  readonly value: number
}

/** The labels of the group that a series belongs to; a label that is missing or empty is left out. */
export function groupLabels(labels: Labels, by: readonly string[]): Labels {
  return Object.fromEntries(
    by.flatMap((name) => {
      const value = labels[name]
      return value === undefined || value === '' ? [] : [[name, value] as const]
    }),
  )
}

/** Joins the values of each group as PromQL's aggregation of that name does. */
export function aggregate(values: Iterable<GroupValue>, across: Across, by: readonly string[]): Groups {
  const groups = new Map<string, { readonly labels: Labels; value: number; count: number }>()
  for (const { labels, value } of values) {
    const key = keyOf(labels, by)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { labels: groupLabels(labels, by), value, count: 1 })
    else {
      group.value = JOIN[across](group.value, value)
      group.count++
    }
  }
  return new Map([...groups].map(([key, group]) => [key, { labels: group.labels, value: finish(across, group) }]))
}

/** NaN gives way to a number in max and min, and spoils sum and avg. */
const JOIN: Readonly<Record<Across, (one: number, other: number) => number>> = {
  sum: (one, other) => one + other,
  avg: (one, other) => one + other,
  count: (one) => one,
  max: (one, other) => (one < other || Number.isNaN(one) ? other : one),
  min: (one, other) => (one > other || Number.isNaN(one) ? other : one),
}

function finish(across: Across, { value, count }: { readonly value: number; readonly count: number }): number {
  if (across === 'count') return count
  return across === 'avg' ? value / count : value
}

/** Group by group; a group that one side lacks is left out. */
export function combine(left: Groups, right: Groups, of: (left: number, right: number) => number): Groups {
  const result = new Map<string, GroupValue>()
  for (const [key, { labels, value }] of left) {
    const other = right.get(key)
    if (other !== undefined) result.set(key, { labels, value: of(value, other.value) })
  }
  return result
}

export function mapValues(groups: Groups, of: (value: number) => number): Groups {
  return new Map([...groups].map(([key, { labels, value }]) => [key, { labels, value: of(value) }]))
}

/** A text that is equal for label sets of one group. */
export function keyOf(labels: Labels, by: readonly string[]): string {
  return by.length === 0 ? '' : JSON.stringify(by.map((name) => labels[name] ?? ''))
}
