import { type PackedPairs, type PairCounts, MOST_SECOND, createPairCounts } from './pair-counts.ts'

/** What each row of a tally sent by minute and to each upstream; of the largest alone once there are too many. */
export interface TallyPairs {
  readonly minutes: PairCounts
  readonly upstreams: PairCounts
  readonly addMinute: (row: number, minute: number, count: number) => void
  readonly addUpstream: (row: number, upstream: number, count: number) => void
  /** Counts those of these rows no more, and forgets what there is. */
  readonly drop: (rows: ReadonlySet<number>) => void
  /** Told each row's new number, -1 for none. */
  readonly renumber: (renumbered: Int32Array) => void
  readonly pack: () => PackedTallyPairs
}

export interface PackedTallyPairs {
  readonly minutes: PackedPairs
  readonly upstreams: PackedPairs
  /** The rows for which they were counted (1); all if it is not there. */
  readonly flags?: Uint8Array<ArrayBuffer>
}

/** About 32 MB for the minutes, and as much for the upstreams. */
const MOST_PAIRS = 2_000_000
/** Beyond it, minutes and upstreams are counted for so many. */
const ROWS_WITH_PAIRS = 1024

/** @param scores how much each row counts */
export function createTallyPairs(mostRows: number, scores: () => Float64Array): TallyPairs {
  const minutes = createPairCounts()
  const upstreams = createPairCounts()
  let flags: Uint8Array<ArrayBuffer> | undefined

  function keep(kept: Uint8Array<ArrayBuffer>): void {
    flags = kept
    for (const pairs of [minutes, upstreams]) pairs.renumber((row) => (kept[row] === 1 ? row : -1))
  }

  function add(pairs: PairCounts): (row: number, second: number, count: number) => void {
    return (row, second, count) => {
      if (second >= MOST_SECOND || (flags !== undefined && flags[row] !== 1)) return
      if (pairs.size() >= MOST_PAIRS) keep(largest(scores(), mostRows))
      pairs.add(row, second, count)
    }
  }

  return {
    minutes,
    upstreams,
    addMinute: add(minutes),
    addUpstream: add(upstreams),
    drop: (rows) => {
      const kept = flags ?? new Uint8Array(mostRows).fill(1)
      for (const row of rows) kept[row] = 0
      keep(kept)
    },
    renumber: (renumbered) => {
      for (const pairs of [minutes, upstreams]) pairs.renumber((row) => renumbered[row] ?? -1)
      if (flags !== undefined) flags = moved(flags, renumbered)
    },
    pack: () => ({ minutes: minutes.pack(), upstreams: upstreams.pack(), ...(flags && { flags }) }),
  }
}

function largest(scores: Float64Array, mostRows: number): Uint8Array<ArrayBuffer> {
  const least = scores.toSorted().at(-ROWS_WITH_PAIRS) ?? 0
  const kept = new Uint8Array(mostRows)
  let left = ROWS_WITH_PAIRS
  for (let row = 0; row < scores.length && left > 0; row++) {
    if ((scores[row] ?? 0) < least) continue
    kept[row] = 1
    left--
  }
  return kept
}

function moved(flags: Uint8Array, renumbered: Int32Array): Uint8Array<ArrayBuffer> {
  const after = new Uint8Array(flags.length)
  for (const [from, to] of renumbered.entries()) if (to >= 0) after[to] = flags[from] ?? 0
  return after
}
