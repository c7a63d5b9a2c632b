import type { Window } from '../../domain/window.ts'
import type { Answered } from '../../lib/outcome.ts'
import type { SpanCounts } from '../to-reading.ts'
import type { CountingStore } from './counting-store.ts'

export interface Limited {
  readonly byClient: ReadonlyMap<string, number>
  readonly total: number
}

/** What a limit refused in a span, with everybody's asked for by itself where not every client is told; undefined where the lines cannot say. */
export async function countLimited(store: CountingStore, span: Window): Promise<Answered<Limited> | undefined> {
  const ask = store.limited
  if (ask === undefined) return undefined
  const each = await ask(span, 'client')
  if (each.status === 'failed' && !store.isLimit(each)) return each
  const byClient = each.status === 'ok' ? each.value.byClient : new Map<string, number>()
  if (each.status === 'ok' && each.value.total !== undefined) {
    return { status: 'ok', value: { byClient, total: each.value.total } }
  }
  if (each.status === 'ok' && !each.value.isCut) return { status: 'ok', value: { byClient, total: sumOf(byClient) } }
  const all = await ask(span, 'nothing')
  return all.status === 'failed' ? all : { status: 'ok', value: { byClient, total: sumOf(all.value.byClient) } }
}

/** The counts with what a limit refused beside them. */
export function withLimited(counts: SpanCounts, limited: Answered<Limited> | undefined): SpanCounts {
  if (limited?.status !== 'ok' || limited.value.total <= 0) return counts
  const { byClient, total } = limited.value
  const own = [...counts.byClient].map(([name, theirs]) => {
    const refused = byClient.get(name)
    return [name, refused === undefined ? theirs : { ...theirs, limited: refused }] as const
  })
  return { ...counts, byClient: new Map(own), total: { ...counts.total, limited: total } }
}

function sumOf(byClient: ReadonlyMap<string, number>): number {
  return [...byClient.values()].reduce((sum, one) => sum + one, 0)
}
