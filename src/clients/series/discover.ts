import type { Matcher } from '../../domain/matcher.ts'
import { type Window, lengthOf } from '../../domain/window.ts'
import type { Answered } from '../../lib/outcome.ts'
import { escapeRegex } from '../../signals/escape.ts'
import { selectorMatchers, selectorText } from '../../signals/selector.ts'
import { durationText } from '../../signals/to-promql.ts'
import type { Measure } from '../to-reading.ts'
import { UNNAMED_PATTERN } from '../unnamed.ts'
import type { SeriesCounter, SeriesFamily, SeriesIdentity, SeriesVariant } from './family.ts'
import type { CounterSelector } from './growth.ts'
import { joinParts, splitParts } from './parts.ts'
import type { SeriesStore } from './series-store.ts'

export interface Scene {
  readonly store: SeriesStore
  readonly window: Window
  readonly matchers: readonly Matcher[]
}

/** A counter as it is here: by the name that is exposed. */
export interface FoundCounter {
  readonly measure: Measure
  readonly selector: CounterSelector
  readonly factor: number
}

export interface FoundFamily {
  readonly source: string
  readonly counters: readonly FoundCounter[]
  readonly upstreams?: { readonly selector: CounterSelector; readonly label: string }
  /** Those that name anybody, the best first. */
  readonly identities: readonly SeriesIdentity[]
  readonly note?: string
}

/** One reading by a key and one by a team are enough: the rest tells the same of fewer. */
const MOST_IDENTITIES = 2

/** Which of the families' names have series in the window: one question for all. */
export async function findNames(
  families: readonly SeriesFamily[],
  { store, window, matchers }: Scene,
): Promise<Answered<ReadonlySet<string>>> {
  const names = [
    ...new Set(families.flatMap(({ variants }) => variants.flatMap(countersOf)).flatMap(({ names }) => names)),
  ]
  const pattern = { name: '__name__', op: '=~', value: names.map(escapeRegex).join('|') } as const
  const range = durationText(lengthOf(window))
  const answer = await store.ask(
    `count by (__name__) (last_over_time(${selectorMatchers([pattern, ...matchers])}[${range}]))`,
    window.end,
  )
  if (answer.status === 'failed') return answer
  return { status: 'ok', value: new Set(answer.value.rows.flatMap(({ labels }) => labels['__name__'] ?? [])) }
}

/** Which variant of a family is here, and by which labels it names clients; undefined when none of it is. */
export async function discover(
  family: SeriesFamily,
  names: ReadonlySet<string>,
  scene: Scene,
): Promise<Answered<FoundFamily | undefined>> {
  const place = { ...scene, names }
  const requests = await askWhich(
    family.variants.flatMap((variant) => presencesOf(variant.requests, place)),
    scene,
  )
  if (requests.status === 'failed') return requests
  const found = family.variants.flatMap((variant) => {
    const selector = pick(variant.requests, place, requests.value)
    return selector === undefined ? [] : [{ variant, selector }]
  })
  const [first] = found
  if (first === undefined) return { status: 'ok', value: undefined }
  const { variant, selector } = first
  const labels = family.identities.flatMap((identity) => namedTexts(selector, identity, place))
  const others = await askWhich([...countersOf(variant).flatMap((own) => presencesOf(own, place)), ...labels], scene)
  if (others.status === 'failed') return others
  return { status: 'ok', value: foundFamily(family, first, { place, found: others.value }) }
}

interface Place extends Scene {
  /** Those that are exposed. */
  readonly names: ReadonlySet<string>
}

/** Which of the expressions have a value above zero. */
async function askWhich(
  expressions: readonly string[],
  { store, window }: Scene,
): Promise<Answered<ReadonlySet<string>>> {
  const texts = [...new Set(expressions)]
  if (texts.length === 0) return { status: 'ok', value: new Set() }
  const answer = await store.ask(joinParts(texts), window.end)
  if (answer.status === 'failed') return answer
  const parts = splitParts(answer.value.rows, texts.length)
  return { status: 'ok', value: new Set(texts.filter((_, index) => (parts[index]?.[0]?.value ?? 0) > 0)) }
}

function foundFamily(
  { source, identities }: SeriesFamily,
  { variant, selector }: { readonly variant: SeriesVariant; readonly selector: CounterSelector },
  { place, found }: { readonly place: Place; readonly found: ReadonlySet<string> },
): FoundFamily {
  const { requests, measures, upstreams, note } = variant
  const others = measures.flatMap(([measure, counters]) =>
    counters.flatMap((counter) => foundOf(measure, counter, pick(counter, place, found))).slice(0, 1),
  )
  const tries = upstreams === undefined ? undefined : pick(upstreams.counter, place, found)
  const naming = identities.filter((identity) => namedTexts(selector, identity, place).some((text) => found.has(text)))
  return {
    source,
    counters: [...foundOf('requests', requests, selector), ...others],
    identities: naming.slice(0, MOST_IDENTITIES),
    ...(upstreams !== undefined && tries !== undefined && { upstreams: { selector: tries, label: upstreams.label } }),
    ...(note !== undefined && { note }),
  }
}

/** A counter by the first of its names that is there. */
function pick(counter: SeriesCounter, place: Place, found: ReadonlySet<string>): CounterSelector | undefined {
  return selectorsOf(counter, place).find((selector) => found.has(presenceOf(selector, counter, place)))
}

function presencesOf(counter: SeriesCounter, place: Place): readonly string[] {
  return selectorsOf(counter, place).map((selector) => presenceOf(selector, counter, place))
}

function presenceOf({ name, matchers }: CounterSelector, { needs = [] }: SeriesCounter, place: Place): string {
  return presenceText({ name, matchers: [...matchers, ...needs] }, place)
}

function foundOf(
  measure: Measure,
  { of = [], factor = 1 }: SeriesCounter,
  selector: CounterSelector | undefined,
): readonly FoundCounter[] {
  if (selector === undefined) return []
  return [{ measure, factor, selector: { name: selector.name, matchers: [...selector.matchers, ...of] } }]
}

function countersOf({ requests, measures, upstreams }: SeriesVariant): readonly SeriesCounter[] {
  const tries = upstreams === undefined ? [] : [upstreams.counter]
  return [requests, ...measures.flatMap(([, counters]) => counters), ...tries]
}

function selectorsOf(
  { names, where = [] }: SeriesCounter,
  { names: exposed, matchers }: Place,
): readonly CounterSelector[] {
  return names.filter((name) => exposed.has(name)).map((name) => ({ name, matchers: [...matchers, ...where] }))
}

function presenceText({ name, matchers }: CounterSelector, { window }: Place): string {
  return `count(last_over_time(${selectorText(name, matchers)}[${durationText(lengthOf(window))}]))`
}

/** Whether a label names somebody: without it, or with a word for nobody in it, it does not match. */
function namedTexts({ name, matchers }: CounterSelector, { labels }: SeriesIdentity, place: Place): readonly string[] {
  return labels.map((label) =>
    presenceText({ name, matchers: [...matchers, { name: label, op: '!~', value: UNNAMED_PATTERN }] }, place),
  )
}
