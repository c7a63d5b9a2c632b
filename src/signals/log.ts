import { minutes } from '../domain/time.ts'
import type { Family } from './family.ts'
import type { Signal } from './signal.ts'
import { last, overRange } from './term-builders.ts'

const LOG = {
  exposer: 'log',
  witness: 'log',
  enableWith: "name the instances' log files under the cluster's `logs`",
} as const

/** No exporter has these: the log source makes the series of what it read. */
export const LOG_FAMILIES = {
  running: gauge('log_running'),
  waiting: gauge('log_waiting'),
  kvUsage: gauge('log_kv_usage'),
  generation: gauge('log_generation'),
  statsAge: gauge('log_stats_age'),
  engine_dead: gauge('log_engine_dead'),
  engine_start_failed: gauge('log_engine_start_failed'),
  worker_died: gauge('log_worker_died'),
  worker_hang: gauge('log_worker_hang'),
  cuda_oom: gauge('log_cuda_oom'),
  nccl_timeout: gauge('log_nccl_timeout'),
  gpu_fault: gauge('log_gpu_fault'),
} as const

function gauge(name: string): Family {
  return { id: name, type: 'gauge', names: [`whyslow:${name}`] }
}

/** vLLM writes its stats every five or ten seconds, so a peak between two lines is not in them. */
export const loggedRunning: Signal = {
  ...LOG,
  id: 'log_running',
  title: 'requests running, most, by its log',
  unit: 'requests',
  term: overRange(LOG_FAMILIES.running, 'max', 'sum'),
  rows: 'now',
  baselined: false,
}

export const loggedWaiting: Signal = {
  ...LOG,
  id: 'log_waiting',
  title: 'requests waiting, most, by its log',
  unit: 'requests',
  term: overRange(LOG_FAMILIES.waiting, 'max', 'sum'),
  rows: 'now',
  baselined: false,
}

export const loggedKvUsage: Signal = {
  ...LOG,
  id: 'log_kv_usage',
  title: 'KV cache usage, most, by its log',
  unit: 'ratio',
  term: overRange(LOG_FAMILIES.kvUsage, 'max', 'max'),
  rows: 'now',
  baselined: false,
}

/** Of the lines there are: an engine that is idle writes none. */
export const loggedGeneration: Signal = {
  ...LOG,
  id: 'log_generation',
  title: 'tokens generated, by its log',
  unit: 'tokens/s',
  term: overRange(LOG_FAMILIES.generation, 'avg', 'sum'),
  rows: 'now',
  baselined: false,
}

/** Only of a process whose last line told of running requests: any other may be silent because it is idle. */
export const loggedStatsAge: Signal = {
  ...LOG,
  id: 'log_stats_age',
  title: 'time since its log told of running requests',
  unit: 'seconds',
  term: last(LOG_FAMILIES.statsAge, 'max'),
  rows: 'now',
  baselined: false,
}

const RECENT = minutes(30)

/** The series counts a kind's events, so each is one change of it. */
function events(family: Family, title: string): Signal {
  const term = { kind: 'changes', family, over: RECENT } as const
  return { ...LOG, id: family.id, title, unit: 'events', term, rows: 'now', baselined: false }
}

/** What happened before the process last began to serve is over and is not counted, but for what makes it start again. */
export const loggedDeaths = events(LOG_FAMILIES.engine_dead, 'deaths of the engine, by its log')
export const loggedWorkerDeaths = events(LOG_FAMILIES.worker_died, 'deaths of workers, by its log')
export const loggedWorkerHangs = events(LOG_FAMILIES.worker_hang, 'hangs of workers, by its log')
export const loggedNcclTimeouts = events(LOG_FAMILIES.nccl_timeout, 'NCCL timeouts, by its log')
export const loggedGpuFaults = events(LOG_FAMILIES.gpu_fault, 'GPU faults, by its log')
export const loggedOutOfMemory = events(LOG_FAMILIES.cuda_oom, 'CUDA out of memory in half an hour, by its log')
export const loggedStartFailures = events(
  LOG_FAMILIES.engine_start_failed,
  'failed starts of the engine in half an hour, by its log',
)
