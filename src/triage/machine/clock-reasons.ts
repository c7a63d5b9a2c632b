import type { Answer } from '../../domain/diagnosis.ts'
import type { Evidence } from '../../domain/evidence.ts'
import type { RowKey } from '../../domain/reading.ts'
import { valueOf } from '../../domain/reading.ts'
import { english, joined, say } from '../../domain/text.ts'
import type { Text } from '../../domain/text.ts'
import { gpuClockReasons } from '../../signals/gpu.ts'
import { rowNow } from '../predicates/lookup.ts'
import { judge } from '../predicates/predicate.ts'
import type { RowTest } from '../predicates/row-tests.ts'

/** What DCGM's bits mean: dcgm_fields.h, `DCGM_CLOCKS_EVENT_REASON_*`, which are NVML's. */
const REASONS = [
  { bit: 0x01, name: say`idle` },
  { bit: 0x02, name: say`clocks set by hand` },
  { bit: 0x04, name: say`software power cap` },
  { bit: 0x08, name: say`hardware slowdown` },
  { bit: 0x10, name: say`sync boost` },
  { bit: 0x20, name: say`software thermal slowdown` },
  { bit: 0x40, name: say`hardware thermal slowdown` },
  { bit: 0x80, name: say`hardware power brake` },
  { bit: 0x100, name: say`display clocks` },
] as const

/**
 * Bits that tell heat from power. `hardware slowdown` alone is either: old drivers set it for both, newer ones beside the
 * bit that says which.
 */
const MEANING = { heat: 0x20 | 0x40, power: 0x04 | 0x80 } as const

/** The names of the reasons in a mask, the lowest bit first. */
export function reasonsIn(mask: number): readonly Text[] {
  return REASONS.filter(({ bit }) => (mask & bit) !== 0).map(({ name }) => name)
}

/**
 * The GPU says that heat, or power, holds its clock. The mask that is read is the greatest of those that the row's GPUs
 * had: what it holds was there; a bit that it lacks was in none when it is higher than the mask, and may have been in a
 * lesser one when it is not.
 */
export function clockHeldBy(meaning: keyof typeof MEANING): RowTest {
  const wanted = MEANING[meaning]
  const threshold = say`says ${joined(reasonsIn(wanted), (before, next) => say`${before} or ${next}`)}`
  function answer(evidence: Evidence, key: RowKey): Answer {
    const mask = valueOf(rowNow(evidence, gpuClockReasons, key))
    if (mask === undefined) return 'unknown'
    if ((mask & wanted) !== 0) return 'yes'
    return mask < (wanted & -wanted) ? 'no' : 'unknown'
  }
  return {
    reads: [gpuClockReasons],
    text: english`${gpuClockReasons.title} ${threshold}`,
    answer,
    evaluate(evidence, row) {
      const now = rowNow(evidence, gpuClockReasons, row)
      return judge({ evidence, signal: gpuClockReasons, now, row, threshold, holds: answer(evidence, row) })
    },
  }
}
