/** A thing vLLM or an exporter measures, under whichever of its names the fleet exposes. */
export interface Family {
  readonly id: string
  readonly type: 'gauge' | 'counter' | 'histogram'
  /**
   * Names on the wire, the preferred first; a fleet that exposes several (vLLM 0.10 has both KV names) is read by the
   * first, never by their sum. For a histogram the name without `_bucket`, `_sum`, `_count`.
   */
  readonly names: readonly string[]
}

/** Which name of each family a cluster really exposes, by family id. A family that is missing here is not exposed. */
export type ResolvedNames = Readonly<Record<string, string>>

/** The name whose presence on the wire shows that a family's `name` is exposed. */
export function probeName(family: Family, name: string): string {
  return family.type === 'histogram' ? `${name}_count` : name
}

/** Picks for each family the first of its names that is exposed. */
export function resolveNames(families: readonly Family[], exposed: ReadonlySet<string>): ResolvedNames {
  const found = families.flatMap((family) => {
    const name = family.names.find((candidate) => exposed.has(probeName(family, candidate)))
    return name === undefined ? [] : [[family.id, name] as const]
  })
  return Object.fromEntries(found)
}
