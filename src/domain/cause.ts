/** The causes whyslow can name. A parent (`queue.skew`) is named when the reading that tells its children apart is missing. */
export const CAUSES = [
  'instance.down',
  'engine.crash_loop',
  'engine.hang',
  'telemetry.missing',
  'benign.high_kv_no_queue',
  'queue',
  'queue.skew',
  'queue.skew.dp',
  'queue.capacity',
  'sched.max_num_seqs',
  'sched.token_budget',
  'kv.preemption_thrash',
  'prefill',
  'prefill.longer_prompts',
  'prefill.prefix_cache_drop',
  'decode',
  'decode.batch_growth',
  'decode.thermal_throttle',
  'decode.power_cap',
  'decode.runaway_generation',
  'frontend',
  'outside',
  'healthy',
  'inconclusive',
] as const

export type Cause = (typeof CAUSES)[number]
