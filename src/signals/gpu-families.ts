import type { Family } from './family.ts'

function family(type: Family['type'], id: string, ...names: readonly string[]): Family {
  return { id, type, names }
}

/** A field of AMD's device-metrics-exporter by its own name, and with the prefix that the GPU operator gives it. */
function amd(field: string): readonly string[] {
  return [field, `amd_${field}`]
}

// NVIDIA's dcgm-exporter, its counters csv; AMD's names stand beside where unit and meaning are the same.

/** MHz. AMD has one series for each `clock_type`. */
export const smClock = family('gauge', 'sm_clock', 'DCGM_FI_DEV_SM_CLOCK', ...amd('gpu_clock'))
/** °C of the core; AMD's edge sensor (MI200) is the like, its junction (MI300) is not. */
export const gpuTemperature = family('gauge', 'gpu_temperature', 'DCGM_FI_DEV_GPU_TEMP', ...amd('gpu_edge_temperature'))
/** °C of the hottest spot, which runs hotter than the core. */
export const junctionTemperature = family('gauge', 'junction_temperature', ...amd('gpu_junction_temperature'))
export const gpuPower = family(
  'gauge',
  'gpu_power',
  'DCGM_FI_DEV_POWER_USAGE',
  ...amd('gpu_power_usage'),
  ...amd('gpu_package_power'),
  ...amd('gpu_average_package_power'),
)
/** Percent of the time in which some kernel ran, however little it did. */
export const gpuUtilisation = family('gauge', 'gpu_utilisation', 'DCGM_FI_DEV_GPU_UTIL', ...amd('gpu_gfx_activity'))
/** MiB. vLLM takes its part when it starts and gives none of it back, whatever it is asked. */
export const memoryUsed = family('gauge', 'memory_used', 'DCGM_FI_DEV_FB_USED')
export const memoryFree = family('gauge', 'memory_free', 'DCGM_FI_DEV_FB_FREE')

/**
 * Accumulated time for which clocks were held down by heat, or by the power limit. Nanoseconds: older counters csv say
 * "us", which NVIDIA/dcgm-exporter#589 mends in the words only. Since DCGM 4 the same stands under the reason's name.
 */
export const thermalViolation = family(
  'counter',
  'thermal_violation',
  'DCGM_FI_DEV_THERMAL_VIOLATION',
  'DCGM_FI_DEV_CLOCKS_EVENT_REASON_SW_THERM_SLOWDOWN_NS',
)
export const powerViolation = family(
  'counter',
  'power_violation',
  'DCGM_FI_DEV_POWER_VIOLATION',
  'DCGM_FI_DEV_CLOCKS_EVENT_REASON_SW_POWER_CAP_NS',
)
/** Percent of the time; AMD's driver works them out. */
export const thermalResidency = family(
  'gauge',
  'thermal_residency',
  ...amd('gpu_violation_socket_thermal_residency_percentage'),
)
/** PPT is package power tracking, AMD's power limit. */
export const powerResidency = family('gauge', 'power_residency', ...amd('gpu_violation_ppt_residency_percentage'))

/** The bit mask of why the clock is where it is; the second name is that of DCGM 3.2 and older. */
export const clockReasons = family(
  'gauge',
  'clock_reasons',
  'DCGM_FI_DEV_CLOCKS_EVENT_REASONS',
  'DCGM_FI_DEV_CLOCK_THROTTLE_REASONS',
)
/** The number of the last XID, which stays until the exporter starts again (NVIDIA/dcgm-exporter#500). */
export const lastXid = family('gauge', 'last_xid', 'DCGM_FI_DEV_XID_ERRORS', 'DCGM_FI_DEV_XID_ERROR')
/** Memory errors that could not be corrected, or rows of memory that were given up for one. */
export const uncorrectedErrors = family(
  'counter',
  'uncorrected_errors',
  'DCGM_FI_DEV_ECC_DBE_VOL_TOTAL',
  'DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS',
  ...amd('gpu_ecc_uncorrect_total'),
)
/** PCIe packets that were sent again; in dcgm-exporter's csv from the start. */
export const pcieReplay = family('counter', 'pcie_replay', 'DCGM_FI_DEV_PCIE_REPLAY_COUNTER')
/** The same of NVLink, all links of a GPU. */
export const nvlinkReplay = family('counter', 'nvlink_replay', 'DCGM_FI_DEV_NVLINK_REPLAY_ERROR_COUNT_TOTAL')
