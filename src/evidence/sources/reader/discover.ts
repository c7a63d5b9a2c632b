import { nodeName } from '../../../signals/host-families.ts'
import { type Matcher, equals } from '../../../domain/matcher.ts'
import { earlier, minutes, unixSeconds } from '../../../domain/time.ts'
import type { Window } from '../../../domain/window.ts'
import { type Family, type ResolvedNames, probeName } from '../../../signals/family.ts'
import { selectorMatchers } from '../../../signals/selector.ts'
import type { Exposer, Signal } from '../../../signals/signal.ts'
import { familiesOf } from '../../../signals/term.ts'
import type { GatherRequest } from '../../source.ts'
import type { Backend, NameQuestion, Outcome } from './backend.ts'
import { type Layout, matchersOf } from './layout.ts'
import { type Place, resolveNames } from './resolve-names.ts'

export interface Discovery {
  readonly names: ResolvedNames
  /** Narrows engine signals to the model in scope, when the fleet serves it. */
  readonly model: readonly Matcher[]
  /** A model is in scope, and could not be narrowed to. */
  readonly isWider: boolean
  readonly notes: readonly string[]
}

const AT_LEAST = minutes(10)

/** Which names the fleet exposes and whether it serves the model in scope; fails when the names cannot be had. */
export async function discover(
  backend: Backend,
  layout: Layout,
  { signals, scope, window }: GatherRequest,
): Promise<Outcome<Discovery>> {
  const lookedAt = atLeast(window)
  const [names, model] = await Promise.all([
    backend.findNames(nameQuestions(signals, layout), lookedAt),
    scope.modelName === undefined ? undefined : findModel(scope.modelName, { backend, layout, signals, lookedAt }),
  ])
  if (names.status === 'failed') return names
  const resolved = await resolveNames({
    backend,
    places: placesOf(signals, layout),
    exposed: names.value,
    window: lookedAt,
  })
  return {
    status: 'ok',
    value: {
      names: resolved.names,
      model: model?.matchers ?? [],
      isWider: model?.note !== undefined,
      notes: [...emptyNote(names.value, layout), ...resolved.notes, ...(model?.note === undefined ? [] : [model.note])],
    },
  }
}

/** Every family with where it is looked for; hosts' names beside them. */
function placesOf(signals: readonly Signal[], layout: Layout): readonly Place[] {
  const places = signals.flatMap(({ exposer, term }) =>
    familiesOf(term).map((family): Place => {
      const isEngines = exposer === 'engine' || exposer === 'scrape'
      const instanceLabel = isEngines ? layout.instanceLabel : 'instance'
      return { family, matchers: matchersOf(layout, exposer), instanceLabel }
    }),
  )
  const all = [...places, { family: nodeName, matchers: layout.nodes, instanceLabel: 'instance' }]
  return [...new Map(all.map((place) => [place.family.id, place])).values()]
}

/** The commonest mistake of all: a selector that matches nothing. */
function emptyNote(names: ReadonlySet<string>, { engines }: Layout): readonly string[] {
  if (names.size > 0) return []
  return [`no series of vLLM match the selector ${selectorMatchers(engines)}: does it name the right scrape job?`]
}

/** A window too short for a scrape or two would show no names. */
function atLeast({ start, end }: Window): Window {
  return { start: unixSeconds(Math.min(start, earlier(end, AT_LEAST))), end }
}

function nameQuestions(signals: readonly Signal[], layout: Layout): readonly NameQuestion[] {
  const questions = GROUPS.filter(([exposer]) => layout.exposers.includes(exposer)).map((exposers) => {
    const families = signals.filter(({ exposer }) => exposers.includes(exposer)).flatMap(({ term }) => familiesOf(term))
    return { names: probeNames(families), matchers: matchersOf(layout, exposers[0]) }
  })
  const asksForGpus = signals.some(({ exposer }) => exposer === 'gpu')
  const nodes = asksForGpus ? [{ names: probeNames([nodeName]), matchers: layout.nodes }] : []
  return [...questions, ...nodes].filter(({ names }) => names.length > 0)
}

/** Exposers that share a selector. */
const GROUPS: readonly (readonly [Exposer, ...Exposer[]])[] = [
  ['engine', 'scrape'],
  ['gpu'],
  ['host'],
  ['gateway'],
  ['log'],
  ['direct'],
]

function probeNames(families: readonly Family[]): readonly string[] {
  return [...new Set(families.flatMap((family) => family.names.map((name) => probeName(family, name))))]
}

interface ModelSearch {
  readonly backend: Backend
  readonly layout: Layout
  readonly signals: readonly Signal[]
  readonly lookedAt: Window
}

interface ModelFound {
  readonly matchers: readonly Matcher[]
  readonly note?: string
}

async function findModel(model: string, { backend, layout, signals, lookedAt }: ModelSearch): Promise<ModelFound> {
  const families = signals.filter(({ exposer }) => exposer === 'engine').flatMap(({ term }) => familiesOf(term))
  const question = { names: probeNames(families), matchers: layout.engines }
  if (question.names.length === 0) return { matchers: [] }
  const found = await backend.findLabelValues('model_name', question, lookedAt)
  const asked = JSON.stringify(model)
  if (found.status === 'failed') {
    return { matchers: [], note: `read for all models: whether ${asked} is served could not be looked up` }
  }
  if (found.value.has(model)) return { matchers: [equals('model_name', model)] }
  return { matchers: [], note: `read for all models: no series has model_name=${asked}` }
}
