import type { Answer } from '../domain/diagnosis.ts'
import type { Evidence } from '../domain/evidence.ts'
import type { RowKey } from '../domain/reading.ts'
import { formatNumber } from '../domain/quantity.ts'
import { valueOf } from '../domain/reading.ts'
import { waitingMean } from '../signals/vllm/scheduler.ts'
import { arrivals } from '../signals/vllm/traffic.ts'
import { rowNow, rowsOf } from './lookup.ts'
import { judge } from './predicate.ts'
import type { Outcome, Predicate } from './predicate.ts'
import { peersOf } from './skew.ts'
import type { Peers, Share } from './skew.ts'
import { QUEUE, SKEW, SKEW_OF_TWO } from './thresholds.ts'

type Level = 'instance' | 'engine'

/**
 * One instance, or one engine of an instance, gets far more than its share of the arrivals and requests wait there while
 * on a peer none does. Asked before any verdict on capacity: the fleet's averages hide it.
 */
export function skewed(level: Level): Predicate {
  return {
    reads: [arrivals, waitingMean],
    text: `one ${level} gets ≥ ${SKEW} × the mean arrivals (${SKEW_OF_TWO} × of two) and requests wait only there`,
    evaluate(evidence) {
      if (rowsOf(evidence, arrivals).length === 0) return unread(evidence)
      const waiting = waitingBy(evidence, level)
      for (const peers of peersOf(evidence, level)) {
        const [hot] = peers.shares
        if (hot === undefined || peers.maxOverMean < limitFor(peers)) break
        const answer = queueIsThere(waiting, peers)
        if (answer === 'yes' && peers.isPartial) return told(evidence, hot, { answer: 'unknown', peers })
        if (answer !== 'no') return told(evidence, hot, { answer, peers })
      }
      return {
        answer: 'no',
        used: told(evidence, undefined, { answer: 'no', peers: peersOf(evidence, level)[0] }).used,
        rows: [],
        missing: [],
      }
    },
  }
}

function limitFor({ shares }: Peers): number {
  return shares.length === 2 ? SKEW_OF_TWO : SKEW
}

/** Mean of the requests waiting by instance or engine; an engine without the reading leaves its instance out. */
function waitingBy(evidence: Evidence, level: Level): (key: RowKey) => number | undefined {
  const nameOf = (key: RowKey): string =>
    `${key.instance} ${level === 'engine' ? (key.engine ?? '') : ''} ${key.modelName ?? ''}`
  const sums = new Map<string, number>()
  for (const { key, now } of rowsOf(evidence, waitingMean)) {
    sums.set(nameOf(key), (sums.get(nameOf(key)) ?? 0) + (valueOf(now) ?? Number.NaN))
  }
  return (key) => {
    const sum = sums.get(nameOf(key))
    return sum === undefined || Number.isNaN(sum) ? undefined : sum
  }
}

function queueIsThere(waiting: (key: RowKey) => number | undefined, { shares }: Peers): Answer {
  const [there, ...peers] = shares.map(({ key }) => waiting(key))
  if (there === undefined) return 'unknown'
  if (there < QUEUE) return 'no'
  if (peers.some((value) => value !== undefined && value < QUEUE)) return 'yes'
  return peers.includes(undefined) ? 'unknown' : 'no'
}

function unread(evidence: Evidence): Outcome {
  const now = { status: 'absent', reason: 'no_samples' } as const
  return judge({ evidence, signal: arrivals, now, threshold: `≥ ${SKEW} × mean`, holds: 'unknown' })
}

function told(
  evidence: Evidence,
  hot: Share | undefined,
  { answer, peers }: { readonly answer: Answer; readonly peers: Peers | undefined },
): Outcome {
  const row = hot ?? peers?.shares[0]
  if (row === undefined || peers === undefined) return { answer, used: [], rows: [], missing: [] }
  const mean = peers.arrived / peers.shares.length
  const limit = limitFor(peers)
  const arrived = judge({
    evidence,
    signal: arrivals,
    now: { status: 'present', value: row.arrived },
    row: row.key,
    threshold: `≥ ${limit} × the mean, ${formatNumber(mean)}`,
    holds: answer,
  })
  const now = rowNow(evidence, waitingMean, row.key)
  const waits = judge({ evidence, signal: waitingMean, now, row: row.key, threshold: `≥ ${QUEUE}`, holds: answer })
  const missing = answer === 'unknown' ? [peers.isPartial ? arrivals : waitingMean] : []
  return { answer, used: [...arrived.used, ...waits.used], rows: answer === 'yes' ? [row.key] : [], missing }
}
