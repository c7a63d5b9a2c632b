import { gpuClockSpread, gpuPowerSpread, nvlinkReplays, pcieReplays } from '../signals/gpu.ts'
import { eitherOf } from './row-logic.ts'
import { rowAtLeast, rowBelow, rowFell, rowRose, together } from './row-tests.ts'
import { LINK_REPLAYS, SAME_CLOCK, UNEVEN_POWER, UNEVENER } from './decode-thresholds.ts'

/**
 * At the same clock one GPU of an instance draws much less than another, and an hour ago it didn't. Ranks of tensor
 * parallelism wait for each other, so it is the one that draws little that is in trouble.
 */
export const drawsUnevenly = together(
  rowBelow(gpuPowerSpread, UNEVEN_POWER),
  rowFell(gpuPowerSpread, UNEVENER),
  rowAtLeast(gpuClockSpread, SAME_CLOCK),
)

/** What goes over PCIe or NVLink has to be sent again, far more often than an hour ago. */
export const linksReplay = eitherOf(rowRose(pcieReplays, LINK_REPLAYS), rowRose(nvlinkReplays, LINK_REPLAYS))
