import type { Window } from '../../domain/window.ts'
import { type ByteTable, type Span, createByteTable, hashOf } from './byte-table.ts'
import { type ClientRows, createClientRows } from './client-rows.ts'
import type { Found } from './found.ts'
import { type PackedTexts, packTexts, textSpan } from './packed-texts.ts'
import { type PackedPairs, type Pair, MOST_SECOND, eachPair } from './pair-counts.ts'
import { type PackedTally, type SpanIndex, type Tally, UNATTRIBUTED, createTally } from './tally.ts'

/** Which times are counted; without a window every line is. */
export interface Spans {
  readonly window?: Window
  readonly baseline?: Window
}

/** Counts the requests that lines tell of. */
export interface Counter {
  /** A request whose client stands in the bytes as `found` says. */
  readonly countRaw: (bytes: Uint8Array, found: Found) => void
  /** A request of a client by its name, undefined where nobody can be named; the numbers are in `found`. */
  readonly countNamed: (name: string | undefined, found: Found, upstream: string | undefined) => void
  readonly tally: Tally
  readonly rows: ClientRows
  readonly upstreamName: (index: number) => string
  /** What was seen of times, over all requests, those outside the spans included. */
  readonly seen: Readonly<Seen>
  /** Durations of failed requests by steps of one percent. */
  readonly failedAfter: ReadonlyMap<number, number>
  readonly lost: Readonly<Lost>
  readonly pack: () => PackedCounter
  /** Counts what another one has counted, as if that had come after what this one has. */
  readonly merge: (other: PackedCounter) => void
}

/** All that a counter has counted, as one thread hands it to another. */
export interface PackedCounter {
  readonly tally: PackedTally
  readonly names: PackedTexts
  readonly upstreams: PackedTexts
  readonly seen: Readonly<Seen>
  readonly failedAfter: ReadonlyMap<number, number>
  readonly lost: Readonly<Lost>
}

export interface Seen {
  first: number
  last: number
  /** Requests without a time. */
  untimed: number
  /** Requests outside the spans. */
  outside: number
}

export interface Lost {
  /** Failed requests of which it is told how long they took. */
  timed: number
  /** Of them those that had been sent on to a server and ended at once. */
  atOnce: number
}

/** The large pieces of it, which a thread gives away instead of copying them. */
export function buffersOf({ tally, names, upstreams }: PackedCounter): readonly ArrayBuffer[] {
  const { sums, missed, pairs } = tally
  const arrays = [
    ...sums,
    missed,
    pairs.minutes.keys,
    pairs.minutes.counts,
    pairs.upstreams.keys,
    pairs.upstreams.counts,
  ]
  return [...arrays, names.bytes, names.ends, upstreams.bytes, upstreams.ends].map(({ buffer }) => buffer)
}

const STEP = Math.log(1.01)

/** Seconds in which no engine answers and no patience ends: the connection to it was closed, or refused. */
const AT_ONCE = 0.05

/** The middle of a step of one percent, in seconds. */
export function secondsOfStep(step: number): number {
  return Math.exp(step * STEP)
}

export function createCounter(spans: Spans, nameOf: (raw: string) => string | undefined): Counter {
  const tally = createTally()
  const rows = createClientRows(tally, nameOf)
  const upstreams: ByteTable = createByteTable()
  const seen: Seen = { first: Infinity, last: -Infinity, untimed: 0, outside: 0 }
  const failedAfter = new Map<number, number>()
  const lost: Lost = { timed: 0, atOnce: 0 }
  const at = { start: 0, end: 0, hash: 0 }
  const [nowStart, nowEnd] = [spans.window?.start ?? -Infinity, spans.window?.end ?? Infinity]
  const [beforeStart, beforeEnd] = [spans.baseline?.start ?? Infinity, spans.baseline?.end ?? -Infinity]
  let lastSpan: SpanIndex = 0
  const encoder = new TextEncoder()
  const hasMinutes = spans.window !== undefined

  function spanOf(time: number): SpanIndex | undefined {
    if (time > nowStart && time <= nowEnd) return 0
    return time > beforeStart && time <= beforeEnd ? 1 : undefined
  }

  /** Undefined for a request that is not counted. */
  function look(time: number): SpanIndex | undefined {
    if (Number.isNaN(time)) {
      seen.untimed++
      return 0
    }
    if (time < seen.first) seen.first = time
    if (time > seen.last) seen.last = time
    const span = spanOf(time)
    if (span === undefined) seen.outside++
    return span
  }

  function add(row: number, bytes: Uint8Array, found: Found): void {
    const span = lastSpan
    tally.add(row, span, found)
    if (span !== 0 || found.isLimited) return
    if (found.isFailure && found.duration >= 0) {
      lost.timed++
      if (found.isBadGateway && found.duration < AT_ONCE && found.upstreamEnd > found.upstreamStart) lost.atOnce++
    }
    if (found.isFailure && found.duration > 0) {
      const step = Math.round(Math.log(found.duration) / STEP)
      failedAfter.set(step, (failedAfter.get(step) ?? 0) + 1)
    }
    if (hasMinutes && !Number.isNaN(found.at)) tally.pairs.addMinute(row, Math.floor((found.at - nowStart) / 60), 1)
    if (found.upstreamEnd > found.upstreamStart) {
      const upstream = upstreamOf(bytes, found)
      if (upstream >= 0) tally.pairs.addUpstream(row, upstream, 1)
    }
  }

  function upstreamOf(bytes: Uint8Array, found: Found): number {
    at.start = found.upstreamStart
    at.end = found.upstreamEnd
    at.hash = found.upstreamHash
    return upstreamAt(bytes, at)
  }

  function upstreamAt(bytes: Uint8Array, span: Span): number {
    const index = upstreams.find(bytes, span)
    if (index >= 0) return index
    return upstreams.size() < MOST_SECOND ? upstreams.add(bytes, span) : -1
  }

  function mergeSeen(other: Readonly<Seen>): void {
    seen.first = Math.min(seen.first, other.first)
    seen.last = Math.max(seen.last, other.last)
    seen.untimed += other.untimed
    seen.outside += other.outside
  }

  function mergeRows({ names, tally: other }: PackedCounter): void {
    tally.beginMerge(other)
    tally.mergeRow(UNATTRIBUTED, other, UNATTRIBUTED)
    for (let from = 1; from < other.rows; from++) {
      tally.mergeRow(rows.ofBytes(names.bytes, textSpan(names, from - 1)), other, from)
    }
  }

  /** After all rows are there, since a row that is added may be another's end. */
  function mergePairs({ names, tally: other, upstreams: texts }: PackedCounter): void {
    const rowOf = Int32Array.from({ length: other.rows }, (_, from) =>
      from === UNATTRIBUTED ? UNATTRIBUTED : (rows.find(names.bytes, textSpan(names, from - 1)) ?? -1),
    )
    const { minutes, upstreams: sentTo, flags } = other.pairs
    if (flags !== undefined) tally.pairs.drop(new Set(rowOf.filter((row, from) => row >= 0 && flags[from] !== 1)))
    const upstreamOf = Int32Array.from(texts.ends, (_, index) => upstreamAt(texts.bytes, textSpan(texts, index)))
    eachOf(minutes, ({ first, second, count }) => tally.pairs.addMinute(first, second, count))
    eachOf(sentTo, ({ first, second, count }) => {
      const upstream = upstreamOf[second] ?? -1
      if (upstream >= 0) tally.pairs.addUpstream(first, upstream, count)
    })

    function eachOf(pairs: PackedPairs, visit: (pair: Pair) => void): void {
      eachPair(pairs, (pair) => {
        const first = rowOf[pair.first] ?? -1
        if (first >= 0) visit({ ...pair, first })
      })
    }
  }

  return {
    countRaw: (bytes, found) => {
      const span = look(found.at)
      if (span === undefined) return
      lastSpan = span
      add(rows.ofRaw(bytes, found), bytes, found)
    },
    countNamed: (name, found, upstream) => {
      const span = look(found.at)
      if (span === undefined) return
      lastSpan = span
      const bytes = encoder.encode(upstream ?? '')
      found.upstreamStart = 0
      found.upstreamEnd = bytes.length
      found.upstreamHash = hashOf(bytes, 0, bytes.length)
      add(rows.ofName(name), bytes, found)
    },
    tally,
    rows,
    upstreamName: (index) => upstreams.textOf(index),
    seen,
    failedAfter,
    lost,
    pack: () => ({
      tally: tally.pack(),
      names: rows.packNames(),
      upstreams: packTexts(upstreams.size(), upstreams.bytesOf),
      seen,
      failedAfter,
      lost,
    }),
    merge: (other) => {
      mergeSeen(other.seen)
      for (const [step, count] of other.failedAfter) failedAfter.set(step, (failedAfter.get(step) ?? 0) + count)
      lost.timed += other.lost.timed
      lost.atOnce += other.lost.atOnce
      mergeRows(other)
      mergePairs(other)
    },
  }
}
