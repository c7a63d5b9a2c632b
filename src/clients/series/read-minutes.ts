import { escapeRegex } from '../../signals/escape.ts'
import { minuteText } from './growth.ts'
import { sumBy } from './parts.ts'
import type { SpanQuestion, SpanRead } from './read-span.ts'

/** Requests by minute of some clients; undefined where the store does not tell. */
export async function readMinutes(
  clients: ReadonlySet<string>,
  { rows }: Pick<SpanRead, 'rows'>,
  { family, identity, scene }: SpanQuestion,
): Promise<ReadonlyMap<string, readonly number[]> | undefined> {
  const selector = family.counters[0]?.selector
  const theirs = rows.filter(({ labels }) => clients.has(identity.nameOf(labels)))
  if (selector === undefined || theirs.length === 0) return undefined
  const matchers = identity.labels.map((name) => {
    const values = new Set(theirs.map(({ labels }) => labels[name] ?? ''))
    return { name, op: '=~', value: [...values].map(escapeRegex).join('|') } as const
  })
  const text = minuteText({ name: selector.name, matchers: [...selector.matchers, ...matchers] })
  const answer = await scene.store.askMinutes(sumBy(identity.labels, text), scene.window)
  if (answer.status === 'failed' || answer.value.length === 0) return undefined
  const minutes = new Map<string, number[]>()
  for (const { labels, values } of answer.value) {
    const name = identity.nameOf(labels)
    const sums = minutes.get(name) ?? values.map(() => 0)
    minutes.set(
      name,
      sums.map((sum, index) => sum + Math.round(values[index] ?? 0)),
    )
  }
  return minutes
}
