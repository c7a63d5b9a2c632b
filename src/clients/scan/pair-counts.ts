/** Counts by two small numbers, such as a client's and a minute's. */
export interface PairCounts {
  readonly size: () => number
  readonly add: (first: number, second: number, count: number) => void
  readonly each: (visit: (pair: Pair) => void) => void
  /** What `eachPair` goes through. */
  readonly pack: () => PackedPairs
  /** Replaces each pair's first number; those it gives a negative one for are forgotten. */
  readonly renumber: (renumbered: (first: number) => number) => void
}

export interface Pair {
  readonly first: number
  readonly second: number
  readonly count: number
}

/** All pairs, as one thread hands them to another. */
export interface PackedPairs {
  readonly keys: Int32Array<ArrayBuffer>
  readonly counts: Uint32Array<ArrayBuffer>
}

/** The second number is less than this, so that both fit into one. */
export const MOST_SECOND = 4096
const FIRST_SLOTS = 1024

export function eachPair({ keys, counts }: PackedPairs, visit: (pair: Pair) => void): void {
  for (let slot = 0; slot < keys.length; slot++) {
    const key = keys[slot] ?? -1
    if (key < 0) continue
    visit({ first: Math.floor(key / MOST_SECOND), second: key % MOST_SECOND, count: counts[slot] ?? 0 })
  }
}

export function createPairCounts(): PairCounts {
  let keys = new Int32Array(FIRST_SLOTS).fill(-1)
  let counts = new Uint32Array(FIRST_SLOTS)
  let mask = FIRST_SLOTS - 1
  let size = 0

  function slotOf(key: number): number {
    let slot = (Math.imul(key, 0x9e_37_79_b1) >>> 8) & mask
    for (let found = keys[slot]; found !== key && found !== -1; found = keys[slot]) slot = (slot + 1) & mask
    return slot
  }

  function put(key: number, count: number): void {
    const slot = slotOf(key)
    if (keys[slot] !== key) {
      keys[slot] = key
      size++
    }
    counts[slot] = (counts[slot] ?? 0) + count
  }

  function rebuild(slots: number, keyOf: (key: number) => number): void {
    const [oldKeys, oldCounts] = [keys, counts]
    keys = new Int32Array(slots).fill(-1)
    counts = new Uint32Array(slots)
    mask = slots - 1
    size = 0
    for (let slot = 0; slot < oldKeys.length; slot++) {
      const old = oldKeys[slot] ?? -1
      const key = old < 0 ? -1 : keyOf(old)
      if (key >= 0) put(key, oldCounts[slot] ?? 0)
    }
  }

  return {
    size: () => size,
    add: (first, second, count) => {
      if (size * 2 >= keys.length) rebuild(keys.length * 2, (key) => key)
      put(first * MOST_SECOND + second, count)
    },
    each: (visit) => eachPair({ keys, counts }, visit),
    pack: () => ({ keys, counts }),
    renumber: (renumbered) => {
      rebuild(keys.length, (key) => {
        const first = renumbered(Math.floor(key / MOST_SECOND))
        return first < 0 ? -1 : first * MOST_SECOND + (key % MOST_SECOND)
      })
    },
  }
}
