import type { ClientCounts } from '../../domain/clients.ts'
import type { Window } from '../../domain/window.ts'
import type { Answered } from '../../lib/outcome.ts'
import { type SpanCounts, addCounts } from '../to-reading.ts'
import type { CountingStore, StoreCounts } from './counting-store.ts'

export interface CountedSpan extends Pick<StoreCounts, 'isPartial' | 'notes'> {
  readonly counts: SpanCounts
}

/** Last characters of names: addresses end in digits, and what a store cannot tell in one answer it can in several. */
const ENDINGS: readonly { readonly pattern: string; readonly narrower: readonly string[] }[] = [
  { pattern: '[0-4]', narrower: ['0', '1', '2', '3', '4'] },
  { pattern: '[5-9]', narrower: ['5', '6', '7', '8', '9'] },
  { pattern: '[^0-9]', narrower: ['[a-f]', '[g-m]', '[n-s]', '[t-z]', '[^0-9a-z]'] },
]

/** Counts a span whole: in parts when the clients are too many for one answer, with the sums by themselves when some are left out. */
export async function countSpan(store: CountingStore, span: Window): Promise<Answered<CountedSpan>> {
  const whole = await store.count(span, { kind: 'all' })
  const answer = whole.status === 'failed' && store.isLimit(whole) ? await countInParts(store, span) : whole
  if (answer.status === 'failed') return answer
  const { byClient, isCut, isPartial, notes } = answer.value
  const total = await totalOf(answer.value, () => store.total(span))
  if (total.status === 'failed') return total
  const counts = { byClient, total: total.value, isWhole: !isCut }
  return { status: 'ok', value: { counts, isPartial, notes } }
}

async function totalOf(
  { byClient, isCut, total }: StoreCounts,
  ask: () => Promise<Answered<ClientCounts>>,
): Promise<Answered<ClientCounts>> {
  if (total !== undefined) return { status: 'ok', value: total }
  return isCut ? ask() : { status: 'ok', value: addCounts([...byClient.values()]) }
}

async function countInParts(store: CountingStore, span: Window): Promise<Answered<StoreCounts>> {
  const parts = await Promise.all(
    ENDINGS.map(async ({ pattern, narrower }) => {
      const answer = await store.count(span, { kind: 'ending', pattern })
      if (answer.status === 'ok' || !store.isLimit(answer)) return [answer]
      return Promise.all(narrower.map((own) => store.count(span, { kind: 'ending', pattern: own })))
    }),
  )
  const answers = parts.flat()
  const told = answers.flatMap((answer) => (answer.status === 'ok' ? [answer.value] : []))
  const failed = answers.find((answer) => answer.status === 'failed')
  if (told.length === 0 && failed !== undefined) return failed
  const missed = failed === undefined ? [] : ['not every client could be counted: there are more than the store tells']
  return {
    status: 'ok',
    value: {
      byClient: new Map(told.flatMap(({ byClient }) => [...byClient])),
      isCut: failed !== undefined || told.some(({ isCut }) => isCut),
      isPartial: failed !== undefined || told.some(({ isPartial }) => isPartial),
      notes: [...new Set([...told.flatMap(({ notes }) => notes), ...missed])],
    },
  }
}
