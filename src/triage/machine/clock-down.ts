import { say } from '../../domain/text.ts'
import { gpuClock } from '../../signals/gpu.ts'
import { runningMean } from '../../signals/vllm/scheduler.ts'
import type { Confirmation } from '../node.ts'
import { not } from '../predicates/predicate.ts'
import { anyRow, rowAbove, rowFell, together } from '../predicates/row-tests.ts'
import { CLOCK_DOWN, LOADED } from '../thresholds/gpu.ts'

/** The clock is lower than an hour ago and the GPU has work: the clock of one that has nothing to do falls by itself. */
export const clockDownUnderLoad = together(rowFell(gpuClock, CLOCK_DOWN), rowAbove(runningMean, LOADED))

/** Slow tokens of another kind are none of a GPU that is held back. */
export const noClockDown: Confirmation = {
  test: not(anyRow(clockDownUnderLoad)),
  excludes: 'decode.thermal_throttle',
  settleWith: say`on each node: nvidia-smi -q -d CLOCK,PERFORMANCE`,
}
