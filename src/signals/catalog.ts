import * as gateway from './gateway.ts'
import * as gpu from './gpu.ts'
import * as host from './host.ts'
import * as log from './log.ts'
import { apiServerCpu, otherEngines, restarts, scrapeDuration, startsBack, up } from './scrape.ts'
import { serving } from './serving.ts'
import type { Signal } from './signal.ts'
import * as cacheConfig from './vllm/cache-config.ts'
import * as features from './vllm/features.ts'
import * as latency from './vllm/latency.ts'
import * as scheduler from './vllm/scheduler.ts'
import * as traffic from './vllm/traffic.ts'

/** Every signal there is, in the order a person would read them. */
export const SIGNALS: readonly Signal[] = [
  up,
  restarts,
  startsBack,
  apiServerCpu,
  scrapeDuration,
  otherEngines,
  serving,
  ...Object.values(scheduler),
  ...Object.values(cacheConfig),
  ...Object.values(traffic),
  ...Object.values(latency),
  ...Object.values(features),
  ...Object.values(gpu),
  ...Object.values(host),
  ...Object.values(log),
  ...Object.values(gateway),
]
