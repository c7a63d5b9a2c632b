/** What a line of failure tells. */
export type FailureKind = (typeof FAILURE_KINDS)[number]

export const FAILURE_KINDS = [
  'engine_dead',
  'engine_start_failed',
  'worker_died',
  'worker_hang',
  'cuda_oom',
  'nccl_timeout',
  'gpu_fault',
  'config_refused',
  'abort_failed',
  'grammar_failed',
  'shm_full',
  'disk_full',
  'start_cut',
] as const

/** A failure as its line tells it. */
export interface Failure {
  readonly kind: FailureKind
  /** Fixed words of ours with the numbers that stood in the line; nothing that a client may have written. */
  readonly words: string
  /** Seconds before the line at which it began: NCCL's watchdog writes when its patience is over. */
  readonly after?: number
}
