/** Numbers for texts, found by their bytes: a text that is known costs no string. */
export interface ByteTable {
  /** How many texts are known. */
  readonly size: () => number
  /** The text's number, -1 for one that is not known. */
  readonly find: (bytes: Uint8Array, at: Span) => number
  /** The new number of a text that is not known. */
  readonly add: (bytes: Uint8Array, at: Span) => number
  readonly textOf: (index: number) => string
  /** The text's bytes, for as long as nothing is added. */
  readonly bytesOf: (index: number) => Uint8Array
  /** Forgets all texts but those of these numbers, each larger than the one before; they are numbered anew. */
  readonly keep: (indexes: Int32Array) => void
}

/** Where a text stands, and its hash by `hashOf`. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly hash: number
}

/** FNV-1a's prime; its basis is drawn anew by each process, so that nobody can write names that fall together. */
export const HASH_PRIME = 0x01_00_01_93
export const HASH_BASIS = Math.trunc(Math.random() * 0xff_ff_ff_ff) | 0

export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = HASH_BASIS
  for (let index = start; index < end; index++) hash = Math.imul(hash ^ (bytes[index] ?? 0), HASH_PRIME)
  return hash
}

const FIRST_SLOTS = 1024
const FIRST_BYTES = 16 * 1024

export function createByteTable(): ByteTable {
  let slots = new Int32Array(FIRST_SLOTS).fill(-1)
  let mask = FIRST_SLOTS - 1
  let hashes = new Int32Array(FIRST_SLOTS / 2)
  let starts = new Int32Array(FIRST_SLOTS / 2 + 1)
  let arena = new Uint8Array(FIRST_BYTES)
  let size = 0

  function place(index: number): void {
    let slot = spread(hashes[index] ?? 0) & mask
    while ((slots[slot] ?? 0) >= 0) slot = (slot + 1) & mask
    slots[slot] = index
  }

  function grow(): void {
    slots = new Int32Array(slots.length * 2).fill(-1)
    mask = slots.length - 1
    hashes = enlarged(hashes, slots.length / 2)
    starts = enlarged(starts, slots.length / 2 + 1)
    for (let index = 0; index < size; index++) place(index)
  }

  const bytesOf = (index: number): Uint8Array => arena.subarray(starts[index] ?? 0, starts[index + 1] ?? 0)
  return {
    size: () => size,
    find: (bytes, { start, end, hash }) => {
      for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
        const index = slots[slot] ?? -1
        if (index < 0) return -1
        if (hashes[index] !== hash) continue
        let at = starts[index] ?? 0
        if ((starts[index + 1] ?? 0) - at !== end - start) continue
        let from = start
        while (from < end && bytes[from] === arena[at]) {
          from++
          at++
        }
        if (from === end) return index
      }
    },
    add: (bytes, { start, end, hash }) => {
      if (size === hashes.length) grow()
      const at = starts[size] ?? 0
      const after = at + end - start
      if (after > arena.length) arena = enlargedBytes(arena, Math.max(after, arena.length * 2))
      // Texts are short: a copy by a loop costs no view for each.
      for (let index = start; index < end; index++) arena[at + index - start] = bytes[index] ?? 0
      hashes[size] = hash
      starts[size + 1] = after
      place(size)
      return size++
    },
    textOf: (index) => new TextDecoder().decode(bytesOf(index)),
    bytesOf,
    keep: (indexes) => {
      slots.fill(-1)
      size = 0
      // In place: what is kept moves towards the beginning, over what was read already.
      for (const index of indexes) {
        const [from, to] = [starts[index] ?? 0, starts[index + 1] ?? 0]
        const at = starts[size] ?? 0
        arena.copyWithin(at, from, to)
        starts[size + 1] = at + to - from
        hashes[size] = hashes[index] ?? 0
        place(size++)
      }
    },
  }
}

/** FNV's low bits are weak where texts differ in their last characters alone. */
function spread(hash: number): number {
  return hash ^ (hash >>> 15)
}

function enlarged(old: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length)
  larger.set(old)
  return larger
}

function enlargedBytes(old: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(length)
  larger.set(old)
  return larger
}
