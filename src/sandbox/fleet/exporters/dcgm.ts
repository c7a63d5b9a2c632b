import type { Labels } from '../../../domain/series.ts'
import type { Family, FamilyType } from '../exposition/family.ts'
import type { Member } from '../fleet.ts'
import { type Gpu, clockEventReasons } from '../host/gpu.ts'
import { podOf } from '../placement.ts'

/** A card of the host as the exporter shows it. */
export interface Card {
  readonly labels: Labels
  readonly read: () => Gpu
}

/** What dcgm-exporter shows of the host's one GPU. */
export function cardOfHost({ instance, gpu }: Member): readonly Card[] {
  return [{ labels: labelsOf(gpu.uuid, 0, instance.spec.hostname), read: () => gpu }]
}

/**
 * The same in Kubernetes, where it knows the pod of each GPU. A second one of the host belongs to a training job, which
 * runs hot and slow at all times.
 *
 * @param clock seconds since the fleet began
 */
export function cardsOfPods({ instance, gpu }: Member, clock: () => number): readonly Card[] {
  const { hostname } = instance.spec
  const uuid = gpu.uuid.replace(/^GPU-.{8}/u, 'GPU-00000001')
  const neighbour = { ...gpu, uuid, clockFactor: 0.5, utilisation: 100, smClock: 1005, power: 340, temperature: 91 }
  return [
    {
      labels: { ...labelsOf(gpu.uuid, 0, hostname), container: 'vllm', ...podOf(instance.spec) },
      read: () => gpu,
    },
    {
      labels: { ...labelsOf(uuid, 1, hostname), container: 'main', namespace: 'batch', pod: `training-${hostname}` },
      read: () => ({ ...neighbour, thermalViolation: Math.round(clock() * 0.5e9) }),
    },
  ]
}

function labelsOf(uuid: string, index: number, hostname: string): Labels {
  return { gpu: String(index), UUID: uuid, device: `nvidia${index}`, Hostname: hostname }
}

/** dcgm-exporter's page. Its counters carry no `_total`. */
export function dcgmFamilies(cards: readonly Card[]): readonly Family[] {
  const family = (name: string, help: string, { type, read }: Reading): Family => ({
    name,
    help,
    type,
    rows: cards.map((card) => {
      const modelName = card.read().spec.modelName
      return { name, labels: { ...card.labels, modelName }, read: () => read(card.read()) }
    }),
  })
  const gauge = (name: string, help: string, read: Reading['read']): Family =>
    family(name, help, { type: 'gauge', read })
  const counter = (name: string, help: string, read: Reading['read']): Family =>
    family(name, help, { type: 'bare_counter', read })
  return [
    gauge('DCGM_FI_DEV_SM_CLOCK', 'SM clock frequency (in MHz).', (gpu) => gpu.smClock),
    gauge('DCGM_FI_DEV_GPU_TEMP', 'GPU temperature (in C).', (gpu) => Math.round(gpu.temperature)),
    gauge('DCGM_FI_DEV_POWER_USAGE', 'Power draw (in W).', (gpu) => Math.round(gpu.power * 1000) / 1000),
    counter(
      'DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION',
      'Total energy consumption since boot (in mJ).',
      (gpu) => gpu.energyMillijoules,
    ),
    gauge('DCGM_FI_DEV_GPU_UTIL', 'GPU utilization (in %).', (gpu) => gpu.utilisation),
    gauge('DCGM_FI_DEV_FB_USED', 'Framebuffer memory used (in MiB).', (gpu) => gpu.spec.framebufferUsed),
    gauge('DCGM_FI_DEV_FB_FREE', 'Framebuffer memory free (in MiB).', (gpu) => gpu.spec.framebufferFree),
    gauge('DCGM_FI_DEV_XID_ERRORS', 'Value of the last XID error encountered.', (gpu) => gpu.lastXid),
    counter(
      'DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS',
      'Number of remapped rows for uncorrectable errors',
      (gpu) => gpu.uncorrectedErrors,
    ),
    counter('DCGM_FI_DEV_POWER_VIOLATION', 'Throttling duration due to power constraints (in ns).', () => 0),
    counter(
      'DCGM_FI_DEV_THERMAL_VIOLATION',
      'Throttling duration due to thermal constraints (in ns).',
      (gpu) => gpu.thermalViolation,
    ),
    gauge('DCGM_FI_DEV_CLOCKS_EVENT_REASONS', 'Current clock event reasons (bit mask).', clockEventReasons),
  ]
}

interface Reading {
  readonly type: FamilyType
  readonly read: (gpu: Gpu) => number
}
