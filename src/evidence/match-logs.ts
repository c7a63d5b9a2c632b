import { fewLines } from '../domain/listed.ts'
import { hostOf } from './sources/reader/host-names.ts'
/** Whose a log without a stated instance is, and what to say of it. */
export interface LogMatch {
  /** From what is known of a log, its pod or its path, to the instance that it is of. */
  readonly instances: ReadonlyMap<string, string>
  readonly notes: readonly string[]
}

/** More lines of that kind nobody reads. */
const MOST_NOTES = 6

/**
 * Matches logs to the fleet's instances: by an address, a pod's name or a port that stands in the log's name and is one
 * instance's alone, else because there is but one instance and one log. A guess that two logs share is none.
 */
export function matchLogs(names: readonly string[], fleet: readonly string[]): LogMatch {
  const strangers = names.filter((name) => !fleet.includes(name))
  if (strangers.length === 0 || fleet.length === 0) return { instances: new Map(), notes: [] }
  const guesses = strangers.map((name) => ({ name, ...guess(name, { names, fleet }) }))
  const taken = (instance: string): number =>
    guesses.filter((one) => one.instance === instance).length + (names.includes(instance) ? 1 : 0)
  const found = new Map<string, string>()
  const notes = guesses.map(({ name, instance, by }) => {
    if (instance === undefined) return `${name}: ${UNKNOWN}`
    if (taken(instance) > 1) {
      return `${name}: write \`instance\` beside its \`file\`, since another log may also be that of ${instance}`
    }
    found.set(name, instance)
    return `${name} is taken for ${instance}'s log, ${by}`
  })
  return { instances: found, notes: fewLines(notes, MOST_NOTES, (more) => `and ${more} logs more`) }
}

const UNKNOWN = 'no instance is known by this name: write `instance` beside its `file`'

interface Guess {
  readonly instance?: string | undefined
  readonly by?: string
}

function guess(
  name: string,
  { names, fleet }: { readonly names: readonly string[]; readonly fleet: readonly string[] },
): Guess {
  const words = wordsOf(name)
  for (const [partsOf, by] of SIGNS) {
    const [instance, ...others] = fleet.filter((one) => partsOf(one).some((part) => words.has(part)))
    if (others.length > 0) continue
    if (instance !== undefined) return { instance, by }
  }
  const [only] = fleet
  return fleet.length === 1 && names.length === 1 ? { instance: only, by: 'the only one there is' } : {}
}

/** What of an instance may stand in a log's name, the surest first. */
const SIGNS: readonly (readonly [(instance: string) => readonly string[], string])[] = [
  [(instance) => [instance], 'by its name'],
  [(instance) => [hostOf(instance)], 'by its host'],
  [(instance) => (isAddress(instance) ? [] : [hostOf(instance).split('.')[0] ?? '']), 'by its host'],
  [(instance) => [/:(\d{4,5})$/u.exec(instance)?.[1] ?? ''], 'by its port'],
]

function isAddress(instance: string): boolean {
  return /^[\d.]+$/u.test(hostOf(instance)) || hostOf(instance).includes(':')
}

/** The whole name, its path's parts, and of each part every run of its pieces: `vllm-0` of `vllm-0.log`, not of `vllm-01.log`. */
function wordsOf(name: string): ReadonlySet<string> {
  const words = new Set([name])
  for (const part of name.split('/').slice(-MOST_PARTS)) {
    const pieces = part.split(/([._-]|:)/u).slice(0, MOST_PIECES)
    for (let from = 0; from < pieces.length; from += 2) {
      for (let to = from + 1; to <= pieces.length; to += 2) words.add(pieces.slice(from, to).join(''))
    }
  }
  words.delete('')
  return words
}

const MOST_PARTS = 4
const MOST_PIECES = 31
