import type { Answer } from '../domain/diagnosis.ts'
import type { Evidence } from '../domain/evidence.ts'
import { formatNumber } from '../domain/quantity.ts'
import type { RowKey } from '../domain/reading.ts'
import { absent, present } from '../domain/reading.ts'
import { waitingMean } from '../signals/vllm/scheduler.ts'
import { arrivals } from '../signals/vllm/traffic.ts'
import { sumAt, sumsOf } from './level.ts'
import type { Level } from './level.ts'
import { fleetNow, rowsOf } from './lookup.ts'
import { judge } from './predicate.ts'
import type { Outcome, Predicate } from './predicate.ts'
import { spreadOf } from './skew.ts'
import type { Peers } from './skew.ts'
import { QUEUE, SKEW, SKEW_OF_TWO } from './thresholds.ts'

/**
 * One instance, or one engine of an instance, gets far more than its share of the arrivals and requests wait there while
 * on a peer none does. Asked before any verdict on capacity: the fleet's averages hide it.
 */
export function skewed(level: Level): Predicate {
  return {
    reads: [arrivals, waitingMean],
    text: `one ${level} gets ≥ ${SKEW} × the mean arrivals (${SKEW_OF_TWO} × of two) and requests wait only there`,
    evaluate(evidence) {
      if (rowsOf(evidence, arrivals).length === 0) return open(evidence)
      const { peers: models, isPartial } = spreadOf(evidence, level)
      const waiting = sumAt(evidence, waitingMean, level)
      const told = models.map((peers) => ({ peers, answer: answerOf(peers, waiting) }))
      const telling = told.find(({ answer }) => answer === 'yes') ?? told.find(({ answer }) => answer === 'unknown')
      if (telling !== undefined) return outcomeOf(evidence, telling, waiting)
      if (isPartial && maySomebodyWait(evidence, level)) return open(evidence)
      const [first] = told
      return first === undefined ? NOBODY : outcomeOf(evidence, first, waiting)
    },
  }
}

/** Too few arrivals to be uneven. */
const NOBODY: Outcome = { answer: 'no', used: [], rows: [], missing: [] }

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

function open(evidence: Evidence): Outcome {
  const now = fleetNow(evidence, arrivals)
  return judge({ evidence, signal: arrivals, now, threshold: `≥ ${SKEW} × mean by instance`, holds: 'unknown' })
}

function outcomeOf(
  evidence: Evidence,
  { peers, answer }: { readonly peers: Peers; readonly answer: Answer },
  waitingAt: WaitingAt,
): Outcome {
  const [hot] = peers.shares
  if (hot === undefined) return NOBODY
  const row = hot.key
  const mean = formatNumber(peers.arrived / peers.shares.length)
  const arrived = judge({
    evidence,
    signal: arrivals,
    now: present(hot.arrived),
    row,
    threshold: `≥ ${limitFor(peers.shares.length)} × the mean, ${mean}`,
    holds: answer,
  })
  const there = waitingAt(row)
  const now = there === undefined ? absent('no_samples') : present(there)
  const waits = judge({
    evidence,
    signal: waitingMean,
    now,
    row,
    threshold: `≥ ${QUEUE}, and less on a peer`,
    holds: answer,
  })
  const missing = answer === 'unknown' ? [waitingMean] : []
  return { answer, used: [...arrived.used, ...waits.used], rows: answer === 'yes' ? [row] : [], missing }
}
