import type { Answer } from '../../domain/diagnosis.ts'
import type { Evidence } from '../../domain/evidence.ts'
import type { Measure, RowKey } from '../../domain/reading.ts'
import { valueOf } from '../../domain/reading.ts'
import { formatPercent } from '../../domain/quantity.ts'
import { english, say } from '../../domain/text.ts'
import { gpuClock, gpuClockMost, gpuPowerLeast, gpuPowerMost, nvlinkReplays, pcieReplays } from '../../signals/gpu.ts'
import type { Signal } from '../../signals/signal.ts'
import { downBy } from '../predicates/change.ts'
import { LINK_REPLAYS, SAME_CLOCK, UNEVENER, UNEVEN_POWER } from '../thresholds/gpu.ts'
import { rowBefore, rowNow } from '../predicates/lookup.ts'
import { joinAll, judge } from '../predicates/predicate.ts'
import { eitherOf } from '../predicates/row-logic.ts'
import { rowRose } from '../predicates/row-tests.ts'
import type { RowTest } from '../predicates/row-tests.ts'

const READS = [gpuPowerLeast, gpuPowerMost, gpuClock, gpuClockMost] as const

const THRESHOLD = say`least < ${formatPercent(UNEVEN_POWER)} of most at one clock, and an hour ago it was not`

/**
 * At the same clock one GPU of an instance draws much less than another, and an hour ago it didn't. Ranks of tensor
 * parallelism wait for each other, so it is the one that draws little that is in trouble.
 */
export const drawsUnevenly: RowTest = {
  reads: READS,
  text: english`power draw of its GPUs: ${THRESHOLD}`,
  answer: uneven,
  evaluate(evidence, row) {
    const holds = uneven(evidence, row)
    const outcomes = READS.map((signal) =>
      judge({
        evidence,
        signal,
        now: rowNow(evidence, signal, row),
        baseline: rowBefore(evidence, signal, row),
        row,
        threshold: THRESHOLD,
        holds,
      }),
    )
    const open = READS.filter((signal) => rowNow(evidence, signal, row).status === 'absent')
    return { ...joinAll(outcomes), missing: holds === 'unknown' ? open : [] }
  },
}

function uneven(evidence: Evidence, row: RowKey): Answer {
  const now = partOf([gpuPowerLeast, gpuPowerMost], (signal) => rowNow(evidence, signal, row))
  const before = partOf([gpuPowerLeast, gpuPowerMost], (signal) => rowBefore(evidence, signal, row))
  const clocks = partOf([gpuClock, gpuClockMost], (signal) => rowNow(evidence, signal, row))
  if (now === undefined) return 'unknown'
  if (now >= UNEVEN_POWER) return 'no'
  if (before === undefined || clocks === undefined) return 'unknown'
  return clocks >= SAME_CLOCK && downBy(UNEVENER).holds(now, before) ? 'yes' : 'no'
}

/** The one as a part (0..1) of the other. */
function partOf(of: readonly [Signal, Signal], read: (signal: Signal) => Measure): number | undefined {
  const [least, most] = of.map((signal) => valueOf(read(signal)))
  return least === undefined || most === undefined || most <= 0 ? undefined : least / most
}

/** What goes over PCIe or NVLink has to be sent again, far more often than an hour ago. */
export const linksReplay = eitherOf(rowRose(pcieReplays, LINK_REPLAYS), rowRose(nvlinkReplays, LINK_REPLAYS))
