import type { Labels } from '../../../domain/series.ts'
import type { Family, FamilyType } from '../exposition/family.ts'
import type { Member } from '../fleet.ts'
import { clockEventReasons } from '../host/gpu.ts'

/** What dcgm-exporter shows of the host's one GPU. Its counters carry no `_total`. */
export function dcgmFamilies({ instance, gpu }: Member): readonly Family[] {
  const labels: Labels = {
    gpu: '0',
    UUID: gpu.uuid,
    device: 'nvidia0',
    modelName: gpu.spec.modelName,
    Hostname: instance.spec.hostname,
  }
  const family = (name: string, help: string, { type, read }: Reading): Family => ({
    name,
    help,
    type,
    rows: [{ name, labels, read }],
  })
  const gauge = (name: string, help: string, read: () => number): Family => family(name, help, { type: 'gauge', read })
  const counter = (name: string, help: string, read: () => number): Family =>
    family(name, help, { type: 'bare_counter', read })
  return [
    gauge('DCGM_FI_DEV_SM_CLOCK', 'SM clock frequency (in MHz).', () => gpu.smClock),
    gauge('DCGM_FI_DEV_GPU_TEMP', 'GPU temperature (in C).', () => Math.round(gpu.temperature)),
    gauge('DCGM_FI_DEV_POWER_USAGE', 'Power draw (in W).', () => Math.round(gpu.power * 1000) / 1000),
    counter(
      'DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION',
      'Total energy consumption since boot (in mJ).',
      () => gpu.energyMillijoules,
    ),
    gauge('DCGM_FI_DEV_GPU_UTIL', 'GPU utilization (in %).', () => gpu.utilisation),
    gauge('DCGM_FI_DEV_FB_USED', 'Framebuffer memory used (in MiB).', () => gpu.spec.framebufferUsed),
    gauge('DCGM_FI_DEV_FB_FREE', 'Framebuffer memory free (in MiB).', () => gpu.spec.framebufferFree),
    gauge('DCGM_FI_DEV_XID_ERRORS', 'Value of the last XID error encountered.', () => gpu.lastXid),
    counter(
      'DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS',
      'Number of remapped rows for uncorrectable errors',
      () => gpu.uncorrectedErrors,
    ),
    counter('DCGM_FI_DEV_POWER_VIOLATION', 'Throttling duration due to power constraints (in ns).', () => 0),
    counter(
      'DCGM_FI_DEV_THERMAL_VIOLATION',
      'Throttling duration due to thermal constraints (in ns).',
      () => gpu.thermalViolation,
    ),
    gauge('DCGM_FI_DEV_CLOCKS_EVENT_REASONS', 'Current clock event reasons (bit mask).', () => clockEventReasons(gpu)),
  ]
}

interface Reading {
  readonly type: FamilyType
  readonly read: () => number
}
