import type { InstanceLine } from '../../domain/diagnosis.ts'
import type { Evidence } from '../../domain/evidence.ts'
import type { Measure, RowKey } from '../../domain/reading.ts'
import { present, valueOf } from '../../domain/reading.ts'
import { lengthOf } from '../../domain/window.ts'
import { up } from '../../signals/scrape.ts'
import type { Signal } from '../../signals/signal.ts'
import {
  kvPeak,
  kvUsage,
  runningMean,
  runningRequests,
  waitingMean,
  waitingRequests,
} from '../../signals/vllm/scheduler.ts'
import { arrivals, completions } from '../../signals/vllm/traffic.ts'
import { rowKeys, rowNow } from '../predicates/lookup.ts'
import { shareOf } from '../skew/skew.ts'

const READS = [
  up,
  arrivals,
  completions,
  waitingRequests,
  waitingMean,
  runningRequests,
  runningMean,
  kvUsage,
  kvPeak,
] as const

/** Every instance (and engine) with what it does now; the one with the most waiting, then the most arrivals, first. */
export function instanceLines(evidence: Evidence): readonly InstanceLine[] {
  const share = shareOf(evidence)
  const length = lengthOf(evidence.window)
  const perSecond = (measure: Measure): Measure =>
    measure.status === 'present' ? present(Math.max(0, measure.value) / length) : measure
  return rowKeys(evidence, READS)
    .map((key) => ({
      key,
      up: rowNow(evidence, up, key),
      arrivals: perSecond(rowNow(evidence, arrivals, key)),
      completions: rowNow(evidence, completions, key),
      share: share(key),
      waiting: either(evidence, key, [waitingRequests, waitingMean]),
      running: either(evidence, key, [runningRequests, runningMean]),
      kv: either(evidence, key, [kvUsage, kvPeak]),
    }))
    .toSorted(byTrouble)
}

/** The value of this moment; where only the window's was told, as in an incident written down later, that. */
function either(evidence: Evidence, key: RowKey, [moment, window]: readonly [Signal, Signal]): Measure {
  const now = rowNow(evidence, moment, key)
  const over = rowNow(evidence, window, key)
  return now.status === 'absent' && over.status === 'present' ? over : now
}

function byTrouble(a: InstanceLine, b: InstanceLine): number {
  const order = (line: InstanceLine): readonly number[] => [
    valueOf(line.up) === 0 ? 1 : 0,
    valueOf(line.waiting) ?? 0,
    valueOf(line.arrivals) ?? 0,
  ]
  const [left, right] = [order(a), order(b)]
  const index = left.findIndex((value, at) => value !== right[at])
  return index === -1 ? 0 : (right[index] ?? 0) - (left[index] ?? 0)
}
