import type { Matcher } from '../../../domain/matcher.ts'
import { seconds } from '../../../domain/time.ts'
import { type Window, lengthOf } from '../../../domain/window.ts'
import { escapeRegex } from '../../../signals/escape.ts'
import {
  type Family,
  type NameChoice,
  type ResolvedNames,
  exposedNames,
  probeName,
  readByAll,
} from '../../../signals/family.ts'
import type { Backend, Part } from './backend.ts'

/** A family, and where its series are. */
export interface Place {
  readonly family: Family
  readonly matchers: readonly Matcher[]
  /** The label that tells its instances apart. */
  readonly instanceLabel: string
}

export interface NameSearch {
  readonly backend: Backend
  readonly places: readonly Place[]
  /** Every name that has series. */
  readonly exposed: ReadonlySet<string>
  readonly window: Window
}

export interface NamesFound {
  readonly names: ResolvedNames
  readonly notes: readonly string[]
}

/**
 * Picks for each family the name that each instance is read by. Where one name alone is exposed nothing more is asked;
 * where versions are mixed, one question tells which instances expose which.
 */
export async function resolveNames(search: NameSearch): Promise<NamesFound> {
  const { backend, places, exposed } = search
  const candidates = places.map((place) => ({ ...place, names: exposedNames(place.family, exposed) }))
  const contested = candidates.filter(({ names }) => names.length > 1)
  const alone = candidates.flatMap(({ family, names: [name] }) =>
    name === undefined ? [] : [[family.id, readByAll(name)] as const],
  )
  if (contested.length === 0) return { names: Object.fromEntries(alone), notes: [] }
  const answer = await backend.read(contested.flatMap((candidate) => presenceParts(candidate, search.window)))
  if (answer.status === 'failed') {
    const note = 'read by the newer names only: which instances expose older ones could not be looked up'
    return { names: Object.fromEntries(alone), notes: [note] }
  }
  const instancesOf = new Map<string, Set<string>>()
  const labelOf = new Map(contested.map(({ family, instanceLabel }) => [family.id, instanceLabel]))
  for (const { signal, part, labels } of answer.value.values) {
    const key = presenceKey(signal, part)
    instancesOf.set(key, (instancesOf.get(key) ?? new Set()).add(labels[labelOf.get(signal) ?? ''] ?? ''))
  }
  const chosen = contested.map((candidate) => ({ candidate, choices: choose(candidate, instancesOf) }))
  const byFamily = chosen.map(({ candidate, choices }) => [candidate.family.id, choices] as const)
  return {
    names: Object.fromEntries<readonly NameChoice[]>([...alone, ...byFamily]),
    notes: chosen.flatMap(({ choices }) => mixedNote(choices)),
  }
}

interface Candidate extends Place {
  readonly names: readonly string[]
}

function presenceParts({ family, names, matchers, instanceLabel }: Candidate, window: Window): readonly Part[] {
  return names.map((name) => {
    const probed: Family = { id: family.id, type: 'gauge', names: [probeName(family, name)] }
    return {
      signal: family.id,
      name,
      term: { kind: 'gauge', family: probed, stat: 'max', across: 'count' },
      context: {
        names: { [family.id]: readByAll(probeName(family, name)) },
        matchers,
        by: [instanceLabel],
        range: lengthOf(window),
        offset: seconds(0),
      },
    }
  })
}

function presenceKey(family: string, name: string): string {
  return `${family} ${name}`
}

interface Choice extends NameChoice {
  readonly instances: number
}

/** Each instance by the first name that it exposes; a later name says which instances it is read of. */
function choose(
  { family, names, instanceLabel }: Candidate,
  instancesOf: ReadonlyMap<string, ReadonlySet<string>>,
): readonly Choice[] {
  const taken = new Set<string>()
  const choices = names.flatMap((name): readonly Choice[] => {
    const own = [...(instancesOf.get(presenceKey(family.id, name)) ?? [])].filter((instance) => !taken.has(instance))
    if (own.length === 0) return []
    const matchers = taken.size === 0 ? [] : [narrowed(instanceLabel, own, [...taken])]
    for (const instance of own) taken.add(instance)
    return [{ name, matchers, instances: own.length }]
  })
  return choices.length === 0 ? names.slice(0, 1).map((name) => ({ name, matchers: [], instances: 0 })) : choices
}

/** Whichever list is the shorter: the instances that are meant, or those that a preferred name has. */
function narrowed(label: string, own: readonly string[], taken: readonly string[]): Matcher {
  const value = (instances: readonly string[]): string => instances.map(escapeRegex).join('|')
  return own.length <= taken.length
    ? { name: label, op: '=~', value: value(own) }
    : { name: label, op: '!~', value: value(taken) }
}

function mixedNote(choices: readonly Choice[]): readonly string[] {
  if (choices.length < 2) return []
  const said = choices.map(({ name, instances }) => `${name} of ${instances}`)
  return [`versions are mixed: read as ${said.join(' and ')} instances`]
}
