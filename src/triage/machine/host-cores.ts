import { hostCpu, hostCpuPressure } from '../../signals/host.ts'
import { CPU_PRESSURE, HOST_BUSY } from '../thresholds/process.ts'
import { eitherOf, rowWhereThere } from '../predicates/row-logic.ts'
import { rowAbove } from '../predicates/row-tests.ts'

/** The host has no core free; that its mean has some clears nothing where processes are pinned, so waiting counts as well. */
export const coresAreShort = eitherOf(
  rowAbove(hostCpu, HOST_BUSY),
  rowWhereThere(rowAbove(hostCpuPressure, CPU_PRESSURE)),
)
