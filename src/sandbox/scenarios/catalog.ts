import { apiServer } from './api-server.ts'
import { batchGrowth } from './batch-growth.ts'
import { crashLoop } from './crash-loop.ts'
import { downAndThrottling } from './down-and-throttling.ts'
import { evenOverload } from './even-overload.ts'
import { gpuFault } from './gpu-fault.ts'
import { gpuThrottling } from './gpu-throttling.ts'
import { hang } from './hang.ts'
import { healthy } from './healthy.ts'
import { highKv } from './high-kv.ts'
import { idle } from './idle.ts'
import { downInstance } from './instance-down.ts'
import { longerAnswers } from './longer-answers.ts'
import { longerPrompts } from './longer-prompts.ts'
import { maxNumSeqs } from './max-num-seqs.ts'
import { noVllmSeries } from './no-vllm-series.ts'
import { oneHotGpu } from './one-hot-gpu.ts'
import { outOfMemory } from './out-of-memory.ts'
import { outside } from './outside.ts'
import { preemptionThrash } from './preemption-thrash.ts'
import { prefixCacheDrop } from './prefix-cache-drop.ts'
import { skew } from './skew.ts'
import { stickySessions } from './sticky-sessions.ts'
import type { Scenario } from './scenario.ts'

/** Every story, the worked incident first. */
export const catalog: readonly Scenario[] = [
  skew,
  evenOverload,
  longerPrompts,
  prefixCacheDrop,
  preemptionThrash,
  maxNumSeqs,
  batchGrowth,
  longerAnswers,
  gpuThrottling,
  oneHotGpu,
  downAndThrottling,
  stickySessions,
  hang,
  crashLoop,
  outOfMemory,
  downInstance,
  gpuFault,
  outside,
  apiServer,
  highKv,
  healthy,
  idle,
  noVllmSeries,
]

export function findScenario(id: string): Scenario | undefined {
  return catalog.find((scenario) => scenario.id === id)
}
