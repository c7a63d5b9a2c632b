import type { Answer } from '../../domain/diagnosis.ts'
import type { Evidence } from '../../domain/evidence.ts'
import type { RowKey } from '../../domain/reading.ts'
import { valueOf } from '../../domain/reading.ts'
import { english, say } from '../../domain/text.ts'
import type { Text } from '../../domain/text.ts'
import { gpuClock, gpuXid } from '../../signals/gpu.ts'
import { rowBefore, rowNow } from '../predicates/lookup.ts'
import { judge } from '../predicates/predicate.ts'
import type { RowTest } from '../predicates/row-tests.ts'

/**
 * XIDs that NVIDIA's catalogue lays to the GPU, its memory or its links. Others are an
 * application's doing or what a killed process leaves behind (13, 31, 43, 45 …), or a repair that went well (63).
 */
const HARDWARE: ReadonlyMap<number, Text> = new Map([
  [48, say`double-bit memory error`],
  [62, say`internal controller halted`],
  [64, say`memory row could not be given up`],
  [74, say`NVLink error`],
  [79, say`GPU has fallen off the bus`],
  [92, say`many memory errors`],
  [94, say`contained memory error`],
  [95, say`uncontained memory error`],
  [119, say`GPU system processor does not answer`],
  [120, say`GPU system processor error`],
  [136, say`link training failed`],
  [140, say`unrecovered memory error`],
  [143, say`GPU initialisation failed`],
])

/** What the catalogue says of a hardware XID; undefined for any other. */
export function hardwareXid(code: number | undefined): Text | undefined {
  return code === undefined ? undefined : HARDWARE.get(code)
}

/** An application's own doing, or what a killed process leaves behind: it says nothing of the GPU. */
const OF_APPLICATIONS: ReadonlySet<number> = new Set([13, 31, 43, 45])

/** Any XID that is new, but for an application's: after one a GPU may stay slow. */
export const newXid = xidTest(say`an XID that an hour ago was not there and is no application's`, notOfApplications)

/**
 * The last XID of a row's GPUs is one of hardware and new. Some exporters show none until there is one: where the GPU
 * was read an hour ago and no XID was, it is new as well.
 */
export const newHardwareXid = xidTest(say`a hardware XID that an hour ago was not there`, answer)

function xidTest(threshold: Text, answerOf: RowTest['answer']): RowTest {
  return {
    reads: [gpuXid],
    text: english`${gpuXid.title}: ${threshold}`,
    answer: answerOf,
    evaluate(evidence, row) {
      const now = rowNow(evidence, gpuXid, row)
      const baseline = rowBefore(evidence, gpuXid, row)
      return judge({ evidence, signal: gpuXid, now, baseline, row, threshold, holds: answerOf(evidence, row) })
    },
  }
}

function answer(evidence: Evidence, row: RowKey): Answer {
  const now = valueOf(rowNow(evidence, gpuXid, row))
  return now !== undefined && hardwareXid(now) === undefined ? 'no' : anyNew(evidence, row)
}

function notOfApplications(evidence: Evidence, row: RowKey): Answer {
  const now = valueOf(rowNow(evidence, gpuXid, row))
  return now !== undefined && OF_APPLICATIONS.has(now) ? 'no' : anyNew(evidence, row)
}

function anyNew(evidence: Evidence, row: RowKey): Answer {
  const now = valueOf(rowNow(evidence, gpuXid, row))
  if (now === undefined) return 'unknown'
  if (now === 0) return 'no'
  const before = valueOf(rowBefore(evidence, gpuXid, row))
  if (before !== undefined) return before === now ? 'no' : 'yes'
  return rowBefore(evidence, gpuClock, row).status === 'present' ? 'yes' : 'unknown'
}
