import type { Matcher } from '../domain/matcher.ts'

/** A thing vLLM or an exporter measures, under whichever of its names the fleet exposes. */
export interface Family {
  readonly id: string
  readonly type: 'gauge' | 'counter' | 'histogram'
  /**
   * Names on the wire, the preferred first; an instance that exposes several (vLLM 0.10 has both KV names) is read by
   * the first of them, never by their sum. For a histogram the name without `_bucket`, `_sum`, `_count`.
   */
  readonly names: readonly string[]
}

/** One name by which a family is read, and what narrows it to the instances that are read by it. */
export interface NameChoice {
  readonly name: string
  readonly matchers: readonly Matcher[]
}

/**
 * By which names each family is read in a cluster, by family id: one for all instances, or several whose instances are
 * disjoint where versions are mixed. A family that is missing here is not exposed.
 */
export type ResolvedNames = Readonly<Record<string, readonly NameChoice[]>>

/** The name whose presence on the wire shows that a family's `name` is exposed. */
export function probeName(family: Family, name: string): string {
  return family.type === 'histogram' ? `${name}_count` : name
}

/** The names of the family that are exposed, the preferred first. */
export function exposedNames(family: Family, exposed: ReadonlySet<string>): readonly string[] {
  return family.names.filter((name) => exposed.has(probeName(family, name)))
}

/** A name that is read of all instances. */
export function readByAll(name: string): readonly NameChoice[] {
  return [{ name, matchers: [] }]
}
