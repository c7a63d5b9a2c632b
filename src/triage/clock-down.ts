import { gpuClock } from '../signals/gpu.ts'
import { runningMean } from '../signals/vllm/scheduler.ts'
import { rowAbove, rowFell, together } from './row-tests.ts'
import { CLOCK_DOWN, LOADED } from './thresholds/gpu.ts'

/** The clock is lower than an hour ago and the GPU has work: the clock of one that has nothing to do falls by itself. */
export const clockDownUnderLoad = together(rowFell(gpuClock, CLOCK_DOWN), rowAbove(runningMean, LOADED))
