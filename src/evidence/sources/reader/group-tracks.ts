import type { RangeRow } from './backend.ts'
import { type GroupValue, keyOf } from '../../../signals/evaluate/groups.ts'

/** The groups found at each moment, as one track a group: where a group is missing its track has no number. */
export function groupTracks(
  moments: readonly (readonly GroupValue[])[],
  by: readonly string[],
): readonly Pick<RangeRow, 'labels' | 'track'>[] {
  const groups = new Map<string, { readonly labels: GroupValue['labels']; readonly track: (number | undefined)[] }>()
  for (const [index, values] of moments.entries()) {
    for (const { labels, value } of values) {
      const key = keyOf(labels, by)
      const group = groups.get(key) ?? { labels, track: moments.map(() => undefined) }
      group.track[index] = value
      groups.set(key, group)
    }
  }
  return [...groups.values()]
}
