import type { ClientCounts } from '../../domain/clients.ts'
import type { Labels } from '../../domain/series.ts'
import type { Window } from '../../domain/window.ts'
import type { Answered } from '../../lib/outcome.ts'
import type { VectorRow } from '../../lib/vector.ts'
import { type Measure, type SpanCounts, countsOf } from '../to-reading.ts'
import { isUnnamed } from '../unnamed.ts'
import type { FoundCounter, FoundFamily, Scene } from './discover.ts'
import type { SeriesIdentity } from './family.ts'
import { growthText } from './growth.ts'
import { addByName, joinParts, splitParts, sumBy } from './parts.ts'

/** More clients than anybody looks at. An answer with so many is not all of them, and the sums are asked for by themselves. */
export const MOST_ROWS = 1000

export interface SpanQuestion {
  readonly family: FoundFamily
  readonly identity: SeriesIdentity
  readonly scene: Scene
}

export interface SpanRead {
  readonly counts: SpanCounts
  /** Of the requests, by all labels of the identity. */
  readonly rows: readonly VectorRow[]
  readonly isPartial: boolean
}

interface Counted {
  readonly measure: Measure
  readonly byName: ReadonlyMap<string, number>
  readonly sum: number
}

/** What each client of a family sent in a span; undefined where no series was there. */
export async function readSpan(span: Window, question: SpanQuestion): Promise<Answered<SpanRead | undefined>> {
  const { family, identity, scene } = question
  const growths = family.counters.map((counter) => growthOf(counter, span, scene))
  const texts = growths.map((growth) => top(identity.labels, growth))
  const tries = family.upstreams
  if (tries !== undefined) {
    texts.push(top([...identity.labels, tries.label], growthText(tries.selector, span, scene.window.end)))
  }
  const answer = await scene.store.ask(joinParts(texts), scene.window.end)
  if (answer.status === 'failed') return answer
  const parts = splitParts(answer.value.rows, texts.length)
  const rows = parts[0] ?? []
  if (rows.length === 0) return { status: 'ok', value: undefined }
  const requestsName = family.counters[0]?.selector.name
  const isWhole = parts.every((part) => part.length < MOST_ROWS)
  const sums = isWhole ? undefined : await sumsOf(growths, scene)
  if (sums?.status === 'failed') return sums
  const counted = family.counters.map(({ measure }, index): Counted => {
    const byName = addByName(parts[index] ?? [], identity.nameOf)
    return { measure, byName, sum: sums?.value[index] ?? [...byName.values()].reduce((one, other) => one + other, 0) }
  })
  const told = counted.filter((one, index) => isTold(one, family.counters[index]?.selector.name === requestsName))
  const cut = parts.flatMap((part, index) => (part.length < MOST_ROWS ? [] : (counted[index] ?? [])))
  const byClient = countsByName(told, cut, triesBy(parts[growths.length] ?? [], question))
  const total = toCounts(told.map(({ measure, sum }) => [measure, sum]))
  return { status: 'ok', value: { counts: { byClient, total, isWhole }, rows, isPartial: answer.value.isPartial } }
}

export function growthOf({ selector, factor }: FoundCounter, span: Window, { window }: Scene): string {
  const text = growthText(selector, span, window.end)
  return factor === 1 ? text : `${text} * ${factor}`
}

function top(labels: readonly string[], growth: string): string {
  return `topk(${MOST_ROWS}, ${sumBy(labels, growth)})`
}

async function sumsOf(growths: readonly string[], { store, window }: Scene): Promise<Answered<readonly number[]>> {
  const answer = await store.ask(joinParts(growths.map((growth) => `sum(${growth})`)), window.end)
  if (answer.status === 'failed') return answer
  return { status: 'ok', value: splitParts(answer.value.rows, growths.length).map((part) => part[0]?.value ?? 0) }
}

/**
 * Series without the identity's labels, such as LiteLLM's tokens by user agent, say nothing of clients. No series at all is
 * unknown, too, unless they would be a part of those that were counted: then nothing of the kind happened.
 */
function isTold({ byName }: Counted, isOfRequests: boolean): boolean {
  return isOfRequests || [...byName.keys()].some((name) => !isUnnamed(name))
}

function countsByName(
  told: readonly Counted[],
  cut: readonly Counted[],
  tries: ReadonlyMap<string, Pick<ClientCounts, 'attempts' | 'upstreams'>>,
): ReadonlyMap<string, ClientCounts> {
  const names = new Set(told.flatMap(({ byName }) => [...byName.keys()]))
  // Of who is not among the largest by one of the measures, that measure is not known.
  const known = [...names].filter((name) => cut.every(({ byName }) => byName.has(name)))
  return new Map(
    known.map((name) => {
      const counts = toCounts(told.map(({ measure, byName }) => [measure, byName.get(name) ?? 0]))
      return [name, { ...counts, ...tries.get(name) }]
    }),
  )
}

/** Growth is reckoned from scrapes that lie beside the span's ends, so it is seldom whole; what is counted is. */
function toCounts(values: readonly (readonly [Measure, number])[]): ClientCounts {
  return countsOf(values.map(([measure, value]) => [measure, measure === 'busySeconds' ? value : Math.round(value)]))
}

function triesBy(
  rows: readonly VectorRow[],
  { family, identity }: SpanQuestion,
): ReadonlyMap<string, Pick<ClientCounts, 'attempts' | 'upstreams'>> {
  const { upstreams } = family
  if (upstreams === undefined) return new Map()
  const attempts = addByName(rows, identity.nameOf)
  return new Map(
    [...attempts].map(([name, sum]) => {
      const own = rows.filter(({ labels }) => identity.nameOf(labels) === name)
      return [name, { attempts: Math.round(sum), upstreams: upstreamsOf(own, upstreams.label) }]
    }),
  )
}

function upstreamsOf(rows: readonly VectorRow[], label: string): Readonly<Record<string, number>> {
  const place = (labels: Labels): string => hostOf(labels[label] ?? '')
  const sums = [...addByName(rows, place)].filter(([host, sum]) => host !== '' && Math.round(sum) > 0)
  return Object.fromEntries(sums.map(([host, sum]) => [host, Math.round(sum)]))
}

/** `http://10.0.0.1:8000/v1` as `10.0.0.1:8000`; empty for what is no address. */
function hostOf(text: string): string {
  if (!URL.canParse(text)) return ''
  const { protocol, hostname, port } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:') return ''
  return `${hostname}:${port === '' ? USUAL_PORT[protocol] : port}`
}

const USUAL_PORT = { 'http:': '80', 'https:': '443' } as const
