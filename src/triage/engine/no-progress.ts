import { runningRequests } from '../../signals/vllm/scheduler.ts'
import { recentGeneration } from '../../signals/vllm/traffic.ts'
import { anyRow, rowAbove, rowIsZero, together } from '../predicates/row-tests.ts'

/** Running, and not one token for two minutes. */
export const makesNoProgress = together(rowAbove(runningRequests, 0), rowIsZero(recentGeneration))

export const holdsWithoutProgress = anyRow(makesNoProgress)
