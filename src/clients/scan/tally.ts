import type { Found } from './found.ts'
import { type PackedTallyPairs, type TallyPairs, createTallyPairs } from './tally-pairs.ts'

/** Counts of everybody who sent something, a row for each, in the window (0) and in the baseline (1). */
export interface Tally {
  readonly rows: () => number
  /** A new row that counts nothing yet; what it may have sent while nobody counted it is its `overcount`. */
  readonly addRow: () => number
  readonly add: (row: number, span: SpanIndex, found: Found) => void
  readonly isFull: () => boolean
  /** Forgets the half of the rows that sent least; what they sent stays in the sums. Gives each row's new number, -1 for none, until the next time. */
  readonly shrink: () => Int32Array
  readonly sum: (row: number, span: SpanIndex, column: Column) => number
  /** Sums of all, those that were forgotten included. */
  readonly total: (span: SpanIndex, column: Column) => number
  readonly hasTold: (column: Column) => boolean
  /** By how much the row's requests may be too few in a span; 0 where it was counted from its first one on. */
  readonly missed: (row: number, span: SpanIndex) => number
  /** Whether any row was forgotten, so that the others may miss something. */
  readonly hasForgotten: () => boolean
  readonly pairs: TallyPairs
  readonly pack: () => PackedTally
  /** Takes over what another tally holds but its rows, which `mergeRow` takes one by one. */
  readonly beginMerge: (other: PackedTally) => void
  readonly mergeRow: (row: number, other: PackedTally, from: number) => void
}

/** Of window and baseline, a row's columns after another's; the rows behind the last one have none. */
type Sums = [Float64Array<ArrayBuffer>, Float64Array<ArrayBuffer>]

/** A whole tally, as one thread hands it to another. */
export interface PackedTally {
  readonly rows: number
  readonly sums: Sums
  readonly missed: Uint32Array<ArrayBuffer>
  readonly floor: readonly [number, number]
  readonly forgotten: Float64Array<ArrayBuffer>
  readonly told: number
  readonly pairs: PackedTallyPairs
}

export type SpanIndex = 0 | 1
export const COLUMNS = [
  'requests',
  'failures',
  'promptTokens',
  'outputTokens',
  'requestBytes',
  'busy',
  'attempts',
  'limited',
] as const
export type Column = (typeof COLUMNS)[number]

/** What nobody can be named for. */
export const UNATTRIBUTED = 0
/** Each is counted exactly up to here; about 20 MB. */
export const MOST_ROWS = 131_072
const FIRST_ROWS = 1024
const STRIDE = 8
const SPANS = [0, 1] as const

/** Durations are summed in whole microseconds, so that the order of adding makes no difference. */
const PER_SECOND = 1e6

/** Where a column stands in a span's part of a row. */
const AT = {
  requests: 0,
  failures: 1,
  promptTokens: 2,
  outputTokens: 3,
  requestBytes: 4,
  busy: 5,
  attempts: 6,
  limited: 7,
} as const

export function createTally(mostRows = MOST_ROWS): Tally {
  // Half of the memory is a baseline's, where there is one.
  const sums: Sums = [new Float64Array(FIRST_ROWS * STRIDE), new Float64Array(0)]
  let missed = new Uint32Array(FIRST_ROWS * 2)
  let size = 1
  /** What a row that is added now may have sent before, by span. */
  const floor: [number, number] = [0, 0]
  const forgotten = new Float64Array(2 * STRIDE)
  /** A bit for each column that some line told. */
  let told = (1 << AT.requests) | (1 << AT.failures)

  const requestsOf = (row: number, span: SpanIndex): number =>
    (sums[span][row * STRIDE] ?? 0) + (missed[row * 2 + span] ?? 0)

  /** The sums of a span, with room for a row. */
  function roomFor(row: number, span: SpanIndex): Float64Array<ArrayBuffer> {
    const own = sums[span]
    if (own.length >= (row + 1) * STRIDE) return own
    let length = Math.max(own.length, FIRST_ROWS * STRIDE)
    while (length < (row + 1) * STRIDE) length *= 2
    const larger = new Float64Array(length)
    larger.set(own)
    sums[span] = larger
    return larger
  }

  function addNumber(own: Float64Array, at: number, value: number): void {
    if (Number.isNaN(value)) return
    own[at] = (own[at] ?? 0) + value
    told |= 1 << (at % STRIDE)
  }

  // Used again each time: they are large, and rows are forgotten often where there are many clients.
  let scored = new Float64Array(0)
  let ranked = new Float64Array(0)
  let moves = new Int32Array(0)

  function scores(): Float64Array {
    if (scored.length < size) scored = new Float64Array(size)
    for (let row = 0; row < size; row++) scored[row] = requestsOf(row, 0) + requestsOf(row, 1)
    return scored.subarray(0, size)
  }

  function middleOf(all: Float64Array): number {
    if (ranked.length < all.length) ranked = new Float64Array(all.length)
    ranked.set(all)
    // oxlint-disable-next-line unicorn/no-array-sort -- a copy of it is sorted, each time in the same place
    return ranked.subarray(0, all.length).sort()[all.length >>> 1] ?? 0
  }

  const pairs = createTallyPairs(mostRows, scores)

  function forget(row: number): void {
    for (const span of SPANS) {
      for (let column = 0; column < STRIDE; column++) {
        const at = span * STRIDE + column
        forgotten[at] = (forgotten[at] ?? 0) + (sums[span][row * STRIDE + column] ?? 0)
      }
      floor[span] = Math.max(floor[span], requestsOf(row, span))
    }
  }

  function move(from: number, to: number): void {
    for (const own of sums) own.copyWithin(to * STRIDE, from * STRIDE, (from + 1) * STRIDE)
    missed.copyWithin(to * 2, from * 2, (from + 1) * 2)
  }

  return {
    rows: () => size,
    addRow: () => {
      if (size * 2 === missed.length) {
        const old = missed
        missed = new Uint32Array(old.length * 2)
        missed.set(old)
      }
      missed[size * 2] = floor[0]
      missed[size * 2 + 1] = floor[1]
      return size++
    },
    add: (row, span, found) => {
      const own = roomFor(row, span)
      const at = row * STRIDE
      if (found.isLimited) {
        addNumber(own, at + AT.limited, 1)
        return
      }
      own[at] = (own[at] ?? 0) + 1
      if (found.isFailure) own[at + AT.failures] = (own[at + AT.failures] ?? 0) + 1
      if (!found.hasSums) return
      addNumber(own, at + AT.promptTokens, found.promptTokens)
      addNumber(own, at + AT.outputTokens, found.outputTokens)
      addNumber(own, at + AT.requestBytes, found.requestBytes)
      addNumber(own, at + AT.busy, Math.round(found.duration * PER_SECOND))
      addNumber(own, at + AT.attempts, found.attempts)
    },
    isFull: () => size >= mostRows,
    shrink: () => {
      for (const span of SPANS) if (sums[span].length > 0) roomFor(size - 1, span)
      const all = scores()
      const middle = middleOf(all)
      if (moves.length < size) moves = new Int32Array(size)
      const renumbered = moves.subarray(0, size).fill(-1)
      let toForget = size >>> 1
      let kept = 1
      renumbered[UNATTRIBUTED] = UNATTRIBUTED
      for (let row = 1; row < size; row++) {
        if (toForget > 0 && (all[row] ?? 0) <= middle) {
          forget(row)
          toForget--
          continue
        }
        move(row, kept)
        renumbered[row] = kept++
      }
      for (const own of sums) own.fill(0, kept * STRIDE, size * STRIDE)
      size = kept
      pairs.renumber(renumbered)
      return renumbered
    },
    sum: (row, span, column) => inUnit(column, sums[span][row * STRIDE + AT[column]] ?? 0),
    total: (span, column) => {
      let total = forgotten[span * STRIDE + AT[column]] ?? 0
      for (let row = 0; row < size; row++) total += sums[span][row * STRIDE + AT[column]] ?? 0
      return inUnit(column, total)
    },
    hasTold: (column) => (told & (1 << AT[column])) !== 0,
    missed: (row, span) => missed[row * 2 + span] ?? 0,
    hasForgotten: () => floor[0] + floor[1] > 0,
    pairs,
    pack: () => ({
      rows: size,
      sums,
      missed,
      floor,
      forgotten,
      told,
      pairs: pairs.pack(),
    }),
    beginMerge: (other) => {
      told |= other.told
      for (const span of SPANS) {
        // Whoever has no row there may have sent up to its floor; of those who have one, `mergeRow` knows better.
        floor[span] += other.floor[span]
        for (let row = 1; row < size; row++) {
          missed[row * 2 + span] = (missed[row * 2 + span] ?? 0) + other.floor[span]
        }
      }
      for (const [at, sum] of other.forgotten.entries()) forgotten[at] = (forgotten[at] ?? 0) + sum
    },
    mergeRow: (row, other, from) => {
      for (const span of SPANS) {
        if (other.sums[span].length > from * STRIDE) {
          const own = roomFor(row, span)
          for (let column = 0; column < STRIDE; column++) {
            const at = row * STRIDE + column
            own[at] = (own[at] ?? 0) + (other.sums[span][from * STRIDE + column] ?? 0)
          }
        }
        if (row === UNATTRIBUTED) continue
        const at = row * 2 + span
        missed[at] = (missed[at] ?? 0) + (other.missed[from * 2 + span] ?? 0) - other.floor[span]
      }
    },
  }
}

function inUnit(column: Column, sum: number): number {
  return column === 'busy' ? sum / PER_SECOND : sum
}
