import { fewLines } from '../../../domain/listed.ts'
import type { Reading } from '../../../domain/reading.ts'
import { type Seconds, seconds, unixSeconds } from '../../../domain/time.ts'
import type { Window } from '../../../domain/window.ts'
import { type Clock, systemClock } from '../../../lib/clock.ts'
import { openHttpPool } from '../../../lib/http-pool.ts'
import type { EvidenceSource, GatherRequest, SourceAnswer } from '../../source.ts'
import { type Place, parsePlace, readTls } from '../../../lib/http-connection.ts'
import type { EngineSourceConfig, EngineTarget } from './config.ts'
import { type FindingKind, findingNote } from './finding.ts'
import { type EngineHistory, createEngineHistory } from './history.ts'
import { type TryConnect, tryTcp } from './probe-engine.ts'
import { readHistory, readWatched } from './read-history.ts'
import { createSlots } from './slots.ts'
import { type EngineWatch, type Limits, createEngineWatch } from './watch-engine.ts'

export interface EngineSource extends EvidenceSource {
  /** Begins to scrape; without it engines are scraped only when they are asked of. */
  readonly start: () => void
  readonly close: () => Promise<void>
}

export interface EngineSourceDeps {
  readonly openPool?: typeof openHttpPool
  readonly clock?: Clock
  readonly random?: () => number
  readonly tryConnect?: TryConnect
  readonly history?: EngineHistory
  /** Told of each look at an engine. */
  readonly onFinding?: (kind: FindingKind) => void
}

/** A page and, beside it, a question. */
const CONNECTIONS = 2
/** Pages on their way at once: as many as may be large without holding up who reads them. */
const AT_ONCE_MOST = 16
/** Of an engine that has its page ready. */
const PATIENCE = seconds(0.25)
/** Between the two looks that a rate needs at least. */
const PAUSE = seconds(3)
/** Together with the pause less than a triage usually waits. */
const AT_ONCE: Limits = { page: seconds(2), question: seconds(0.5) }
/** A window that ends no longer ago is about now. */
const NOW = seconds(5)

/**
 * Evidence from vLLM's own `/metrics`, scraped one engine beside the other: one that hangs holds up no other.
 *
 * @throws ConnectionConfigError, in one line, when a setting is wrong
 */
export function createEngineSource(config: EngineSourceConfig, deps: EngineSourceDeps = {}): EngineSource {
  const { clock = systemClock, history = createEngineHistory() } = deps
  const slots = createSlots({ count: AT_ONCE_MOST, patience: PATIENCE, clock })
  const watches = config.engines.map((target) => watch(target))

  function watch(target: EngineTarget): EngineWatch {
    const { openPool = openHttpPool, random = Math.random, tryConnect = tryTcp, onFinding } = deps
    const place = enginePlace(target.url)
    const pool = openPool({ origin: place.origin, connections: CONNECTIONS, tls: readTls(target.tls ?? {}, 'engines') })
    const { interval } = config
    const told = ({ kind }: { readonly kind: FindingKind }): void => onFinding?.(kind)
    return createEngineWatch({
      target,
      place,
      pool,
      history,
      clock,
      random,
      interval,
      tryConnect,
      slots,
      onFinding: told,
    })
  }
  async function gather(request: GatherRequest): Promise<SourceAnswer> {
    const began = clock.now()
    const isAboutNow = began - request.window.end <= NOW
    const fresh = isAboutNow ? watches.filter((one) => one.looks() < 2) : []
    await Promise.all(fresh.map((one) => lookTwice(one, request.deadline)))
    const window = fresh.length === 0 ? request.window : upToNow(request.window)
    const { readings, report } = await readHistory(history, { ...request, window })
    const told = { ...report, queries: fresh.length, notes: [...findings(watches), ...unseen(fresh), ...report.notes] }
    if (report.status === 'failed' || !watches.some(hasFlaw)) return { readings, report: told }
    return { readings: readings.map(toPartial), report: { ...told, status: 'partial' } }
  }
  /** What was scraped just now came after the window's end. */
  function upToNow({ start, end }: Window): Window {
    return { start, end: unixSeconds(Math.max(end, clock.now())) }
  }
  async function lookTwice(one: EngineWatch, deadline: AbortSignal): Promise<void> {
    const isOver = (): boolean => deadline.aborted || one.looks() >= 2
    while (!isOver()) {
      const before = one.looks()
      // A look that began before may have more time than this triage has.
      await Promise.race([one.look(AT_ONCE, deadline), aborted(deadline)])
      if (isOver() || one.looks() === before || one.finding()?.kind !== 'serving') return
      await pause(PAUSE, { clock, until: deadline })
    }
  }
  return {
    name: 'engine',
    gather,
    history: (request) => readWatched(history, request),
    start: () => {
      for (const one of watches) one.start()
    },
    close: async () => void (await Promise.all(watches.map((one) => one.stop()))),
  }
}

/** Engines that need a word, as many as a person would read. */
const MOST_NOTES = 8

function findings(watches: readonly EngineWatch[]): readonly string[] {
  const notes = watches.flatMap((one) => {
    const finding = one.finding()
    return (finding === undefined ? undefined : findingNote(one.instance, finding)) ?? []
  })
  return fewLines(notes, MOST_NOTES, (more) => `and of ${more} more instances the like`)
}

/** Those whose turn or answer did not come before the time was up. */
function unseen(asked: readonly EngineWatch[]): readonly string[] {
  const count = asked.filter((one) => one.looks() === 0).length
  return count === 0
    ? []
    : [`${count} of ${asked.length} instances gave no answer before the time was up: nothing is known of them`]
}

function hasFlaw(one: EngineWatch): boolean {
  const finding = one.finding()
  return finding?.kind === 'serving' && finding.flaw !== undefined
}

function toPartial(reading: Reading): Reading {
  return reading.status === 'present' ? { ...reading, partial: true } : reading
}

/** Where an engine is asked: people write the URL with or without `/metrics`. */
function enginePlace(url: string): Place {
  const place = parsePlace(url, 'engines')
  return { ...place, path: place.path.replace(/\/metrics$/, '') }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function pause(
  length: Seconds,
  { clock, until }: { readonly clock: Clock; readonly until: AbortSignal },
): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(length, resolve)
    void aborted(until).then(() => {
      cancel()
      resolve()
    })
  })
}
