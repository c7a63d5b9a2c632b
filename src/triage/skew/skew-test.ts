import type { Answer } from '../../domain/diagnosis.ts'
import type { Evidence } from '../../domain/evidence.ts'
import { formatNumber } from '../../domain/quantity.ts'
import type { RowKey } from '../../domain/reading.ts'
import { absent, present } from '../../domain/reading.ts'
import { say } from '../../domain/text.ts'
import { waitingMean } from '../../signals/vllm/scheduler.ts'
import { arrivals, tokenRate } from '../../signals/vllm/traffic.ts'
import { nameAt, sumAt, sumsOf } from '../predicates/level.ts'
import type { Level } from '../predicates/level.ts'
import { fleetNow, isUnread, rowNow, rowsOf } from '../predicates/lookup.ts'
import { anyOf, judge } from '../predicates/predicate.ts'
import type { Outcome, Predicate } from '../predicates/predicate.ts'
import { LOADS, spreadOf } from './skew.ts'
import type { Load, Peers } from './skew.ts'
import { QUEUE } from '../thresholds/queue.ts'
import { SKEW, SKEW_OF_TWO } from '../thresholds/skew.ts'

/**
 * One instance, or one engine of an instance, gets far more than its share of the arrivals or of their tokens, and requests
 * wait there while on a peer none does. Asked before any verdict on capacity: the fleet's averages hide it.
 */
export function skewed(level: Level): Predicate {
  return anyOf(skewedBy(level, 'arrivals'), skewedBy(level, 'tokens'))
}

function skewedBy(level: Level, load: Load): Predicate {
  const { signal } = LOADS[load]
  return {
    reads: load === 'arrivals' ? [arrivals, waitingMean] : [tokenRate, arrivals, waitingMean],
    text: `one ${level} gets ≥ ${SKEW} × the mean ${load} (${SKEW_OF_TWO} × of two) and requests wait only there`,
    evaluate(evidence) {
      if (rowsOf(evidence, signal).length === 0) return open(evidence, load)
      const { peers: models, isPartial } = spreadOf(evidence, level, load)
      const waiting = sumAt(evidence, waitingMean, level)
      const told = models
        .filter((peers) => load === 'arrivals' || areMany(evidence, level, peers))
        .map((peers) => ({ peers, answer: answerOf(peers, waiting) }))
      const telling = told.find(({ answer }) => answer === 'yes') ?? told.find(({ answer }) => answer === 'unknown')
      if (telling !== undefined) return outcomeOf({ evidence, load, waitingAt: waiting }, telling)
      if (isPartial && maySomebodyWait(evidence, level)) return open(evidence, load)
      if (areAlone(evidence, load, level)) return ALONE
      const [first] = told
      return first === undefined ? NOBODY : outcomeOf({ evidence, load, waitingAt: waiting }, first)
    },
  }
}

/**
 * One instance gets far more than its share, and the fleet shows nobody who waits. Where the queues are there and could
 * not be read it stays open, as the question above does.
 */
export const unevenUnwatched: Predicate = {
  reads: [arrivals, waitingMean],
  text: `one instance gets ≥ ${SKEW} × the mean arrivals (${SKEW_OF_TWO} × of two), and no queue is told there`,
  evaluate(evidence) {
    const {
      peers: [peers],
      isPartial,
    } = spreadOf(evidence, 'instance')
    const waiting = sumAt(evidence, waitingMean, 'instance')
    const [hot] = peers?.shares ?? []
    if (rowsOf(evidence, arrivals).length === 0) return open(evidence, 'arrivals')
    if (isPartial && (hot === undefined || waiting(hot.key) === undefined)) return open(evidence, 'arrivals')
    if (peers === undefined || hot === undefined || waiting(hot.key) !== undefined) return NOBODY
    const isOver: Answer = peers.maxOverMean >= limitFor(peers.shares.length) ? 'yes' : 'no'
    const answer = isOver === 'yes' && isUnread(rowNow(evidence, waitingMean, hot.key)) ? 'unknown' : isOver
    const { used } = outcomeOf({ evidence, load: 'arrivals', waitingAt: waiting }, { peers, answer: isOver })
    return {
      answer,
      used: used.slice(0, 1),
      rows: answer === 'yes' ? [hot.key] : [],
      missing: answer === 'unknown' ? [waitingMean] : [],
    }
  },
}

/** Of a few requests one long one has most of the tokens: that is no skew. */
function areMany(evidence: Evidence, level: Level, { shares }: Peers): boolean {
  const model = shares[0]?.key.modelName
  return spreadOf(evidence, level).peers.some((peers) => peers.shares[0]?.key.modelName === model)
}

/** Too few arrivals to be uneven. */
const NOBODY: Outcome = { answer: 'no', used: [], rows: [], missing: [] }

/** Whoever has no peer has no more than its share. */
const ALONE: Outcome = { ...NOBODY, answer: 'unseen' }

/** Of each model there is one instance, or one engine in each instance. */
function areAlone(evidence: Evidence, load: Load, level: Level): boolean {
  const keys = sumsOf(evidence, LOADS[load].signal, 'engine').map(({ key }) => key)
  const names = keys.map((key) => (level === 'instance' ? (key.modelName ?? '') : nameAt(key, 'instance')))
  return (
    new Set(names).size ===
    (level === 'instance' ? new Set(keys.map((key) => nameAt(key, 'instance'))).size : keys.length)
  )
}

type WaitingAt = (key: RowKey) => number | undefined

function answerOf({ shares, maxOverMean }: Peers, waitingAt: WaitingAt): Answer {
  if (maxOverMean < limitFor(shares.length)) return 'no'
  const [there, ...peers] = shares.map(({ key }) => waitingAt(key))
  if (there === undefined) return 'unknown'
  if (there < QUEUE) return 'no'
  if (peers.some((value) => value !== undefined && value < QUEUE)) return 'yes'
  return peers.includes(undefined) ? 'unknown' : 'no'
}

function limitFor(peers: number): number {
  return peers === 2 ? SKEW_OF_TWO : SKEW
}

/** Where nobody waits an uneven share does no harm, whether or not it can be read. */
function maySomebodyWait(evidence: Evidence, level: Level): boolean {
  const sums = sumsOf(evidence, waitingMean, level)
  return sums.length === 0 || sums.some(({ value }) => value === undefined || value >= QUEUE)
}

function open(evidence: Evidence, load: Load): Outcome {
  const { signal } = LOADS[load]
  const now = fleetNow(evidence, signal)
  return judge({ evidence, signal, now, threshold: say`≥ ${SKEW} × mean by instance`, holds: 'unknown' })
}

interface Asked {
  readonly evidence: Evidence
  readonly load: Load
  readonly waitingAt: WaitingAt
}

function outcomeOf(
  { evidence, load, waitingAt }: Asked,
  { peers, answer }: { readonly peers: Peers; readonly answer: Answer },
): Outcome {
  const [hot] = peers.shares
  if (hot === undefined) return NOBODY
  const row = hot.key
  const mean = formatNumber(peers.arrived / peers.shares.length)
  const arrived = judge({
    evidence,
    signal: LOADS[load].signal,
    now: present(hot.arrived),
    row,
    threshold: say`≥ ${limitFor(peers.shares.length)} × the mean, ${mean}`,
    holds: answer,
  })
  const there = waitingAt(row)
  const now = there === undefined ? absent('no_samples') : present(there)
  const waits = judge({
    evidence,
    signal: waitingMean,
    now,
    row,
    threshold: say`≥ ${QUEUE}, and less on a peer`,
    holds: answer,
  })
  const missing = answer === 'unknown' ? [waitingMean] : []
  return { answer, used: [...arrived.used, ...waits.used], rows: answer === 'yes' ? [row] : [], missing }
}
