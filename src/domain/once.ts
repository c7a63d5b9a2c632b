/** A function that makes something once for each object, and keeps it for as long as the object is kept. */
export function oncePer<Of extends object, Made extends object>(make: (of: Of) => Made): (of: Of) => Made {
  const all = new WeakMap<Of, Made>()
  return (of) => {
    const known = all.get(of)
    if (known !== undefined) return known
    const made = make(of)
    all.set(of, made)
    return made
  }
}

/** What a map has under a key; made and kept there where it has nothing yet. */
export function keptIn<Key, Made extends object>(map: Map<Key, Made>, key: Key, make: () => Made): Made {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

/** Things by what they have in common, in their order. */
export function groupedBy<Thing, Key>(things: Iterable<Thing>, keyOf: (thing: Thing) => Key): Map<Key, Thing[]> {
  const groups = new Map<Key, Thing[]>()
  for (const thing of things) keptIn<Key, Thing[]>(groups, keyOf(thing), () => []).push(thing)
  return groups
}
