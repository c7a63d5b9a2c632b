import type { Family } from './family.ts'

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
  config_refused: gauge('log_config_refused'),
  abort_failed: gauge('log_abort_failed'),
  grammar_failed: gauge('log_grammar_failed'),
  shm_full: gauge('log_shm_full'),
  disk_full: gauge('log_disk_full'),
  start_cut: gauge('log_start_cut'),
  kernel_compiled: gauge('log_kernel_compiled'),
  adapter_loaded: gauge('log_adapter_loaded'),
  aborted: gauge('log_aborted'),
  slow_kernel: gauge('log_slow_kernel'),
  eager_mode: gauge('log_eager_mode'),
  loading: gauge('log_loading'),
  compiling: gauge('log_compiling'),
} as const

function gauge(name: string): Family {
  return { id: name, type: 'gauge', names: [`whyslow:${name}`] }
}
