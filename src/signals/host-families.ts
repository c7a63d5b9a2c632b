import type { Family } from './family.ts'

// Prometheus' node_exporter, collectors that are on unless switched off.

export const cpuSeconds: Family = { id: 'cpu_seconds', type: 'counter', names: ['node_cpu_seconds_total'] }
/** Processes that the kernel has killed for want of memory, of the host or of a control group; since Linux 4.13. */
export const oomKills: Family = { id: 'oom_kills', type: 'counter', names: ['node_vmstat_oom_kill'] }
/** `uname`, which tells a host's name from its address. */
export const nodeName: Family = { id: 'node_name', type: 'gauge', names: ['node_uname_info'] }
/** Seconds in which some process had to wait for a core; since Linux 4.20, where the kernel keeps pressure. */
export const cpuPressure: Family = {
  id: 'cpu_pressure',
  type: 'counter',
  names: ['node_pressure_cpu_waiting_seconds_total'],
}
