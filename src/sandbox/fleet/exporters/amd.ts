import type { Labels } from '../../../domain/series.ts'
import { gaugeFamily } from '../exposition/build-family.ts'
import type { Family } from '../exposition/family.ts'
import type { Member } from '../fleet.ts'

/** The junction runs so much hotter than the core, °C. */
const JUNCTION_ABOVE = 12
const SOC_CLOCK = 29
const MEMORY_CLOCK = 900

/** What AMD's device-metrics-exporter shows of the host's one GPU, were it one of AMD's. All are gauges. */
export function amdFamilies({ instance, gpu }: Member): readonly Family[] {
  const labels: Labels = {
    card_model: gpu.spec.modelName,
    gpu_compute_partition_type: 'spx',
    gpu_id: '0',
    gpu_partition_id: '0',
    hostname: instance.spec.hostname,
    serial_number: gpu.uuid.slice(-12),
  }
  const gauge = (name: string, help: string, read: () => number): Family =>
    gaugeFamily({ name, help }, [{ labels, read }])
  const throttled = (): number => Math.round(100 * (1 - gpu.clockFactor))
  const clocks: readonly (readonly [type: string, read: () => number])[] = [
    ['system', () => gpu.smClock],
    ['memory', () => MEMORY_CLOCK],
    ['soc', () => SOC_CLOCK],
  ]
  return [
    gaugeFamily(
      { name: 'gpu_clock', help: 'Clock measure of the GPU in Mhz' },
      clocks.map(([type, read], index) => ({
        labels: { ...labels, clock_type: type, clock_index: String(index) },
        read,
      })),
    ),
    gauge('gpu_junction_temperature', 'Current junction/hotspot temperature in Celsius', () =>
      Math.round(gpu.temperature + JUNCTION_ABOVE),
    ),
    gauge('gpu_package_power', 'Current socket power in Watts', () => Math.round(gpu.power)),
    gauge('gpu_power_usage', 'GPU power usage in Watts', () => Math.round(gpu.power)),
    gauge('gpu_gfx_activity', 'Graphics engine usage percentage', () => gpu.utilisation),
    gauge('gpu_ecc_uncorrect_total', 'Total uncorrectable error count', () => gpu.uncorrectedErrors),
    gauge(
      'gpu_violation_socket_thermal_residency_percentage',
      'Socket thermal percentage violation counter',
      throttled,
    ),
    gauge('gpu_violation_ppt_residency_percentage', 'Package power tracking percentage violation counter', () => 0),
  ]
}
