import { minutes } from '../domain/time.ts'
import type { Text } from '../domain/text.ts'
import { say } from '../domain/text.ts'
import type { Family } from './family.ts'
import { LOG_FAMILIES } from './log-families.ts'
import type { Signal } from './signal.ts'
import { last, overRange } from './term-builders.ts'

const LOG = {
  exposer: 'log',
  witness: 'log',
  enableWith: say`name the instances' log files under the cluster's \`logs\``,
} as const

/** vLLM writes its stats every five or ten seconds, so a peak between two lines is not in them. */
export const loggedRunning: Signal = {
  ...LOG,
  id: 'log_running',
  title: say`requests running, most, by its log`,
  unit: 'requests',
  term: overRange(LOG_FAMILIES.running, 'max', 'sum'),
  rows: 'now',
  baselined: false,
}

export const loggedWaiting: Signal = {
  ...LOG,
  id: 'log_waiting',
  title: say`requests waiting, most, by its log`,
  unit: 'requests',
  term: overRange(LOG_FAMILIES.waiting, 'max', 'sum'),
  rows: 'now',
  baselined: false,
}

export const loggedKvUsage: Signal = {
  ...LOG,
  id: 'log_kv_usage',
  title: say`KV cache usage, most, by its log`,
  unit: 'ratio',
  term: overRange(LOG_FAMILIES.kvUsage, 'max', 'max'),
  rows: 'now',
  baselined: false,
}

/** Of the lines there are: an engine that is idle writes none, nor does one that hangs. */
export const loggedGeneration: Signal = {
  ...LOG,
  id: 'log_generation',
  title: say`tokens generated in the last minute, by its log`,
  unit: 'tokens/s',
  term: { kind: 'gauge', family: LOG_FAMILIES.generation, stat: 'avg', across: 'sum', over: minutes(1) },
  rows: 'now',
  baselined: false,
}

/** Only of a process whose last line told of running requests, since others may be silent because they are idle. */
export const loggedStatsAge: Signal = {
  ...LOG,
  id: 'log_stats_age',
  title: say`time since its log told of running requests`,
  unit: 'seconds',
  term: last(LOG_FAMILIES.statsAge, 'max'),
  rows: 'now',
  baselined: false,
}

const RECENT = minutes(30)

/** The series counts a kind's events, so each is one change of it. */
function events(family: Family, title: Text): Signal {
  const term = { kind: 'changes', family, over: RECENT } as const
  return { ...LOG, id: family.id, title, unit: 'events', term, rows: 'now', baselined: false }
}

/** What happened before the process last began to serve is over and is not counted, but for what makes it start again. */
export const loggedDeaths = events(LOG_FAMILIES.engine_dead, say`deaths of the engine, by its log`)
export const loggedWorkerDeaths = events(LOG_FAMILIES.worker_died, say`deaths of workers, by its log`)
export const loggedWorkerHangs = events(LOG_FAMILIES.worker_hang, say`hangs of workers, by its log`)
export const loggedNcclTimeouts = events(LOG_FAMILIES.nccl_timeout, say`NCCL timeouts, by its log`)
export const loggedGpuFaults = events(LOG_FAMILIES.gpu_fault, say`GPU faults, by its log`)
export const loggedOutOfMemory = events(LOG_FAMILIES.cuda_oom, say`CUDA out of memory in half an hour, by its log`)
export const loggedStartFailures = events(
  LOG_FAMILIES.engine_start_failed,
  say`failed starts of the engine in half an hour, by its log`,
)
export const loggedRefusals = events(LOG_FAMILIES.config_refused, say`settings refused at the start, by its log`)
export const loggedAbortFailures = events(
  LOG_FAMILIES.abort_failed,
  say`failures while an abort was handled, by its log`,
)
export const loggedGrammarFailures = events(LOG_FAMILIES.grammar_failed, say`tokens that a grammar refused, by its log`)
export const loggedShmFull = events(LOG_FAMILIES.shm_full, say`no space left in /dev/shm, by its log`)
export const loggedDiskFull = events(LOG_FAMILIES.disk_full, say`no space left on the disk, by its log`)
/** Neither served nor failed: a probe, an operator or the kernel ended the process. */
export const loggedStartsCut = events(LOG_FAMILIES.start_cut, say`starts that were ended from outside, by its log`)
export const loggedCompilations = events(LOG_FAMILIES.kernel_compiled, say`kernels compiled at first use, by its log`)

export const loggedAdapterLoads = events(
  LOG_FAMILIES.adapter_loaded,
  say`LoRA adapters loaded in half an hour, by its log`,
)

export const loggedAborts = events(LOG_FAMILIES.aborted, say`requests aborted in half an hour, by its log`)

/** Of the start that still serves, however long ago it was; 0 where the log holds that start and no such line. */
function setting(family: Family, title: Text): Signal {
  return { ...LOG, id: family.id, title, unit: 'events', term: last(family, 'max'), rows: 'now', baselined: false }
}

export const loggedSlowKernel = setting(LOG_FAMILIES.slow_kernel, say`lines on a slow kernel at its start, by its log`)
export const loggedEagerMode = setting(LOG_FAMILIES.eager_mode, say`lines on CUDA graphs turned off, by its log`)

/** Of a start that goes on; nothing of one that is over. */
function phase(family: Family, title: Text): Signal {
  return { ...LOG, id: family.id, title, unit: 'seconds', term: last(family, 'max'), rows: 'now', baselined: false }
}

export const loggedLoading = phase(LOG_FAMILIES.loading, say`time for which it has been loading weights, by its log`)
export const loggedCompiling = phase(LOG_FAMILIES.compiling, say`time for which it has been compiling, by its log`)
