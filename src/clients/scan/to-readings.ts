import type { ClientCounts, ClientIdentity, ClientUse, PresentClients } from '../../domain/clients.ts'
import { type UnixSeconds, later, minutes, unixSeconds } from '../../domain/time.ts'
import { type Window, lengthOf } from '../../domain/window.ts'
import { withoutKeys } from '../without-keys.ts'
import { type Counter, type Spans, secondsOfStep } from './counter.ts'
import { scanNotes } from './scan-notes.ts'
import type { Scanned } from './scan-files.ts'
import { type Column, type SpanIndex, COLUMNS, UNATTRIBUTED } from './tally.ts'
import { toLineCounts } from './understood.ts'

export interface ReadingOptions {
  /** As it was asked for; of a text without times, all of it is the window. */
  readonly spans: Spans
  readonly takenAt: UnixSeconds
  /** How many clients to name. */
  readonly top: number
  /** The zone that times were read in that had none, for the note. */
  readonly zoneName: string
}

/** What was counted, a reading for each identity that lines tell, the one that tells most of the requests first, of equals the gateway's own word. */
export function toReadings(scanned: Scanned, options: ReadingOptions): readonly PresentClients[] {
  const { addresses, others } = scanned.counts
  const spans = spansRead(scanned, options)
  const all = [...others, ['address', addresses] as const].map(([identity, counter]) =>
    toReading({ identity, counter, scanned, spans, options }),
  )
  return all.toSorted((one, other) => one.unattributed.now.requests - other.unattributed.now.requests)
}

interface SpansRead {
  readonly window: Window
  readonly baseline?: Window
}

/** The times that the text has lines of: before its first line nothing is known, which is not zero. */
function spansRead({ counts, beginsAt }: Scanned, { spans, takenAt }: ReadingOptions): SpansRead {
  const { window, baseline } = spans
  const { first, last } = counts.addresses.seen
  if (window === undefined) {
    const isTimed = first <= last
    return { window: { start: unixSeconds(isTimed ? first : takenAt), end: unixSeconds(isTimed ? last : takenAt) } }
  }
  const begins = beginsAt ?? window.start
  return {
    window: since(window, begins) ?? window,
    ...(baseline !== undefined && since(baseline, begins) && { baseline: since(baseline, begins) ?? baseline }),
  }
}

/** In whole minutes, as those are counted from the window's start on. */
function since(window: Window, begins: UnixSeconds): Window | undefined {
  if (begins <= window.start) return window
  const start = later(window.start, minutes(Math.floor((begins - window.start) / 60)))
  return later(start, SHORTEST) < window.end ? { start, end: window.end } : undefined
}

/** What a shorter time says is chance. */
const SHORTEST = minutes(1)

interface ToRead {
  readonly identity: ClientIdentity
  readonly counter: Counter
  readonly scanned: Scanned
  readonly spans: SpansRead
  readonly options: ReadingOptions
}

function toReading({ identity, counter, scanned, spans, options }: ToRead): PresentClients {
  const { addresses } = scanned.counts
  const hasBefore = spans.baseline !== undefined
  const rows = largestRows(counter, options.top)
  const overcount = Math.max(0, ...rows.flatMap((row) => [counter.tally.missed(row, 0), counter.tally.missed(row, 1)]))
  const parts = pairsOf(rows, counter, { window: spans.window, asked: options.spans.window })
  const clients = rows.map((row): ClientUse => {
    const before = hasBefore ? countsOf(counter, row, 1) : undefined
    const { byMinute, upstreams } = parts.get(row) ?? {}
    const client = counter.rows.nameOf(row)
    const behind = identity === 'address' ? scanned.behindOf?.(client) : undefined
    return {
      client,
      now: { ...countsOf(counter, row, 0), ...(upstreams !== undefined && { upstreams }) },
      ...(before !== undefined && { before }),
      ...(byMinute !== undefined && { byMinute }),
      ...(behind !== undefined && { behind }),
    }
  })
  return {
    status: 'present',
    source: 'access log',
    query: scanned.files.join(' '),
    identity,
    window: spans.window,
    ...(spans.baseline !== undefined && { baseline: spans.baseline }),
    clients,
    total: { now: totalOf(addresses, 0), ...(hasBefore && { before: totalOf(addresses, 1) }) },
    unattributed: {
      now: missingOf(counter, addresses, 0),
      ...(hasBefore && { before: missingOf(counter, addresses, 1) }),
    },
    ...(overcount > 0 && { overcountAtMost: overcount }),
    lines: toLineCounts(scanned.understood),
    ...(counter.failedAfter.size > 0 && { failedAfter: failuresOf(addresses) }),
    ...(addresses.lost.timed > 0 && { lostAtOnce: addresses.lost.atOnce }),
    isPartial: scanned.isPartial,
    ...(scanned.understood.fromHeader > 0 && identity === 'address' && { isForgeable: true }),
    notes: scanNotes(scanned, { ...options, counter, spansRead: spans }),
  }
}

/** Who sends few requests may send the most tokens, so the largest of each kind are named. */
function largestRows({ tally }: Counter, top: number): readonly number[] {
  const named = new Set<number>()
  const rows = Array.from({ length: tally.rows() - 1 }, (_, index) => index + 1)
  const requests = (row: number): number => tally.sum(row, 0, 'requests') + tally.missed(row, 0)
  const kinds: readonly ((row: number) => number)[] = [
    requests,
    ...RANKED.filter((column) => tally.hasTold(column)).map(
      (column) =>
        (row: number): number =>
          tally.sum(row, 0, column),
    ),
  ]
  for (const valueOf of kinds) {
    for (const row of largest(rows, valueOf, top)) named.add(row)
  }
  return [...named].toSorted((one, other) => requests(other) - requests(one))
}

const RANKED = ['promptTokens', 'outputTokens', 'requestBytes', 'busy'] as const

function largest(rows: readonly number[], valueOf: (row: number) => number, top: number): readonly number[] {
  const values = Float64Array.from(rows, valueOf)
  const least = values.toSorted().at(-top) ?? 0
  return rows
    .filter((_, index) => (values[index] ?? 0) >= least && (values[index] ?? 0) > 0)
    .toSorted((one, other) => valueOf(other) - valueOf(one))
    .slice(0, top)
}

type SumOf = (column: Column) => number

export function countsOf({ tally }: Counter, row: number, span: SpanIndex): ClientCounts {
  return toCounts(tally.hasTold, (column) => {
    return tally.sum(row, span, column) + (column === 'requests' ? tally.missed(row, span) : 0)
  })
}

export function totalOf({ tally }: Counter, span: SpanIndex): ClientCounts {
  return toCounts(tally.hasTold, (column) => tally.total(span, column))
}

/** What nobody can be named for: of all requests, those without this identity. */
function missingOf({ tally }: Counter, all: Counter, span: SpanIndex): ClientCounts {
  return toCounts(all.tally.hasTold, (column) => {
    const named = tally.total(span, column) - tally.sum(UNATTRIBUTED, span, column)
    const missing = all.tally.total(span, column) - named
    // Sums of many durations differ in their last digits with the order of adding.
    return column === 'busy' ? Math.max(0, Math.round(missing * 1e6) / 1e6) : missing
  })
}

const NAMES = {
  failures: 'failures',
  promptTokens: 'promptTokens',
  outputTokens: 'outputTokens',
  requestBytes: 'requestBytes',
  busy: 'busySeconds',
  attempts: 'attempts',
  limited: 'limited',
} as const

function toCounts(isTold: (column: Column) => boolean, sumOf: SumOf): ClientCounts {
  const told = COLUMNS.flatMap((column) => {
    return column === 'requests' || !isTold(column) ? [] : [[NAMES[column], sumOf(column)] as const]
  })
  return { requests: sumOf('requests'), ...Object.fromEntries(told) }
}

interface Parts {
  byMinute?: number[]
  upstreams?: Record<string, number>
}

interface PairSpans {
  readonly window: Window
  /** From whose start minutes were counted. */
  readonly asked: Window | undefined
}

/** What the largest clients sent in each minute and to each upstream; left out where not all of it was counted. */
function pairsOf(rows: readonly number[], counter: Counter, { window, asked }: PairSpans): ReadonlyMap<number, Parts> {
  const { tally } = counter
  const unread = asked === undefined ? 0 : Math.round((window.start - asked.start) / 60)
  const exact = rows.filter((row) => tally.missed(row, 0) === 0 && tally.missed(row, 1) === 0)
  const parts = new Map<number, Parts>(exact.map((row) => [row, {}]))
  const length = Math.ceil(lengthOf(window) / 60)
  tally.pairs.minutes.each(({ first, second, count }) => {
    const own = parts.get(first)
    const minute = second - unread
    if (own === undefined || minute < 0 || minute >= length) return
    own.byMinute ??= Array.from({ length }, () => 0)
    own.byMinute[minute] = count
  })
  tally.pairs.upstreams.each(({ first, second, count }) => {
    const own = parts.get(first)
    if (own === undefined) return
    own.upstreams ??= {}
    own.upstreams[withoutKeys(counter.upstreamName(second))] = count
  })
  return parts
}

const MOST_STEPS = 50

function failuresOf({ failedAfter }: Counter): readonly { readonly seconds: number; readonly requests: number }[] {
  return [...failedAfter]
    .map(([step, requests]) => ({ seconds: secondsOfStep(step), requests }))
    .toSorted((one, other) => other.requests - one.requests)
    .slice(0, MOST_STEPS)
    .toSorted((one, other) => one.seconds - other.seconds)
}
