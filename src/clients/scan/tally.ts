import type { Found } from './found.ts'
import { type PairCounts, MOST_SECOND, createPairCounts } from './pair-counts.ts'

/** Counts of everybody who sent something, a row for each, in the window (0) and in the baseline (1). */
export interface Tally {
  readonly rows: () => number
  /** A new row that counts nothing yet; what it may have sent while nobody counted it is its `overcount`. */
  readonly addRow: () => number
  readonly add: (row: number, span: SpanIndex, found: Found) => void
  readonly addMinute: (row: number, minute: number) => void
  readonly addUpstream: (row: number, upstream: number) => void
  readonly isFull: () => boolean
  /** Forgets the half of the rows that sent least; what they sent stays in the sums. Gives each row's new number, -1 for none. */
  readonly shrink: () => Int32Array
  readonly sum: (row: number, span: SpanIndex, column: Column) => number
  /** Sums of all, those that were forgotten included. */
  readonly total: (span: SpanIndex, column: Column) => number
  readonly hasTold: (column: Column) => boolean
  /** By how much the row's requests may be too few in a span; 0 where it was counted from its first one on. */
  readonly missed: (row: number, span: SpanIndex) => number
  readonly minutes: PairCounts
  readonly upstreams: PairCounts
  /** Whether each client's minutes and upstreams were counted, or those of the largest alone. */
  readonly hasAllPairs: () => boolean
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
] as const
export type Column = (typeof COLUMNS)[number]

/** What nobody can be named for. */
export const UNATTRIBUTED = 0
/** Each is counted exactly up to here; about 20 MB. */
export const MOST_ROWS = 131_072
/** About 32 MB for the minutes, and as much for the upstreams. */
const MOST_PAIRS = 2_000_000
/** Beyond it, minutes and upstreams are counted for so many. */
const ROWS_WITH_PAIRS = 1024
const FIRST_ROWS = 1024
const SPAN_STRIDE = 8
const STRIDE = 2 * SPAN_STRIDE

/** Where a column stands in a span's part of a row. */
const AT = {
  requests: 0,
  failures: 1,
  promptTokens: 2,
  outputTokens: 3,
  requestBytes: 4,
  busy: 5,
  attempts: 6,
} as const

export function createTally(mostRows = MOST_ROWS): Tally {
  let sums = new Float64Array(FIRST_ROWS * STRIDE)
  let missed = new Uint32Array(FIRST_ROWS * 2)
  let size = 1
  /** What a row that is added now may have sent before, by span. */
  const floor = [0, 0]
  const forgotten = new Float64Array(STRIDE)
  /** A bit for each column that some line told. */
  let told = (1 << AT.requests) | (1 << AT.failures)
  const minutes = createPairCounts()
  const upstreams = createPairCounts()
  let pairRows: Uint8Array | undefined

  const requestsOf = (row: number, span: SpanIndex): number =>
    (sums[row * STRIDE + span * SPAN_STRIDE] ?? 0) + (missed[row * 2 + span] ?? 0)

  function addNumber(start: number, column: number, value: number): void {
    if (Number.isNaN(value)) return
    sums[start + column] = (sums[start + column] ?? 0) + value
    told |= 1 << column
  }

  function addPair(pairs: PairCounts, row: number, second: number): void {
    if (second >= MOST_SECOND || (pairRows !== undefined && pairRows[row] !== 1)) return
    if (pairs.size() >= MOST_PAIRS) {
      pairRows = largest()
      const kept = pairRows
      for (const some of [minutes, upstreams]) some.renumber((first) => (kept[first] === 1 ? first : -1))
    }
    pairs.add(row, second)
  }

  function largest(): Uint8Array {
    const scores = Float64Array.from({ length: size }, (_, row) => requestsOf(row, 0) + requestsOf(row, 1))
    const least = scores.toSorted().at(-ROWS_WITH_PAIRS) ?? 0
    const kept = new Uint8Array(mostRows)
    let left = ROWS_WITH_PAIRS
    for (let row = 0; row < size && left > 0; row++) {
      if ((scores[row] ?? 0) < least) continue
      kept[row] = 1
      left--
    }
    return kept
  }

  function forget(row: number): void {
    for (let column = 0; column < STRIDE; column++) {
      forgotten[column] = (forgotten[column] ?? 0) + (sums[row * STRIDE + column] ?? 0)
    }
    floor[0] = Math.max(floor[0] ?? 0, requestsOf(row, 0))
    floor[1] = Math.max(floor[1] ?? 0, requestsOf(row, 1))
  }

  function move(from: number, to: number): void {
    sums.copyWithin(to * STRIDE, from * STRIDE, (from + 1) * STRIDE)
    missed.copyWithin(to * 2, from * 2, (from + 1) * 2)
  }

  return {
    rows: () => size,
    addRow: () => {
      if (size * STRIDE === sums.length) {
        const [oldSums, oldMissed] = [sums, missed]
        sums = new Float64Array(sums.length * 2)
        missed = new Uint32Array(missed.length * 2)
        sums.set(oldSums)
        missed.set(oldMissed)
      }
      missed[size * 2] = floor[0] ?? 0
      missed[size * 2 + 1] = floor[1] ?? 0
      return size++
    },
    add: (row, span, found) => {
      const at = row * STRIDE + span * SPAN_STRIDE
      sums[at] = (sums[at] ?? 0) + 1
      if (found.isFailure) sums[at + AT.failures] = (sums[at + AT.failures] ?? 0) + 1
      if (!found.hasSums) return
      addNumber(at, AT.promptTokens, found.promptTokens)
      addNumber(at, AT.outputTokens, found.outputTokens)
      addNumber(at, AT.requestBytes, found.requestBytes)
      addNumber(at, AT.busy, found.duration)
      addNumber(at, AT.attempts, found.attempts)
    },
    addMinute: (row, minute) => addPair(minutes, row, minute),
    addUpstream: (row, upstream) => addPair(upstreams, row, upstream),
    isFull: () => size >= mostRows,
    shrink: () => {
      const scores = Float64Array.from({ length: size }, (_, row) => requestsOf(row, 0) + requestsOf(row, 1))
      const middle = scores.toSorted()[size >>> 1] ?? 0
      const renumbered = new Int32Array(size).fill(-1)
      let toForget = size >>> 1
      let kept = 1
      renumbered[UNATTRIBUTED] = UNATTRIBUTED
      for (let row = 1; row < size; row++) {
        if (toForget > 0 && (scores[row] ?? 0) <= middle) {
          forget(row)
          toForget--
          continue
        }
        move(row, kept)
        renumbered[row] = kept++
      }
      sums.fill(0, kept * STRIDE, size * STRIDE)
      size = kept
      for (const pairs of [minutes, upstreams]) pairs.renumber((row) => renumbered[row] ?? -1)
      if (pairRows !== undefined) pairRows = moved(pairRows, renumbered)
      return renumbered
    },
    sum: (row, span, column) => sums[row * STRIDE + span * SPAN_STRIDE + AT[column]] ?? 0,
    total: (span, column) => {
      const at = span * SPAN_STRIDE + AT[column]
      let total = forgotten[at] ?? 0
      for (let row = 0; row < size; row++) total += sums[row * STRIDE + at] ?? 0
      return total
    },
    hasTold: (column) => (told & (1 << AT[column])) !== 0,
    missed: (row, span) => missed[row * 2 + span] ?? 0,
    minutes,
    upstreams,
    hasAllPairs: () => pairRows === undefined,
  }
}

function moved(flags: Uint8Array, renumbered: Int32Array): Uint8Array {
  const after = new Uint8Array(flags.length)
  for (const [from, to] of renumbered.entries()) if (to >= 0) after[to] = flags[from] ?? 0
  return after
}
