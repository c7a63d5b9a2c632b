import { createRandom } from '../random.ts'
import type { Random } from '../random.ts'

/** What the card is. Clocks in MHz, power in W, temperatures in degrees Celsius, memory in MiB. */
export interface GpuSpec {
  readonly modelName: string
  readonly smClock: number
  readonly idleClock: number
  readonly powerLimit: number
  readonly idlePower: number
  readonly temperatureLimit: number
  readonly framebufferUsed: number
  readonly framebufferFree: number
}

/** The card's sensors as of the last look. */
export interface Gpu {
  readonly spec: GpuSpec
  readonly uuid: string
  readonly random: Random
  /** Share of the full clock the card may run at; less than 1 while it protects itself from heat. */
  clockFactor: number
  utilisation: number
  smClock: number
  power: number
  temperature: number
  energyMillijoules: number
  /** Nanoseconds spent below full clock because of heat. */
  thermalViolation: number
  /** Since the driver was loaded: the last XID, 0 for none, and memory rows given up for errors. */
  lastXid: number
  uncorrectedErrors: number
  sampledAt: number
  busyThen: number
}

/** Bits of DCGM_FI_DEV_CLOCKS_EVENT_REASONS (NVML nvmlClocksEventReasons). */
const REASON_IDLE = 0x1
const REASON_SW_THERMAL = 0x20

const AMBIENT = 28
/** How far an unhindered card at full power warms above ambient, and how fast. */
const FULL_POWER_RISE = 44
const THERMAL_SECONDS = 45
/** A wedged kernel spins: full utilisation at little power. */
const SPIN_POWER_SHARE = 0.22

export interface NewGpu {
  readonly spec: GpuSpec
  readonly seed: number
  readonly host: string
  readonly at: number
}

export function createGpu({ spec, seed, host, at }: NewGpu): Gpu {
  const random = createRandom(seed, `gpu/${host}`)
  return {
    spec,
    random,
    uuid: uuidFrom(random),
    clockFactor: 1,
    utilisation: 0,
    smClock: spec.idleClock,
    power: spec.idlePower,
    temperature: AMBIENT + 8,
    energyMillijoules: 0,
    thermalViolation: 0,
    lastXid: 0,
    uncorrectedErrors: 0,
    sampledAt: at,
    busyThen: 0,
  }
}

export interface GpuLoad {
  readonly at: number
  /** Seconds of engine steps since the process began. */
  readonly busySeconds: number
  readonly isSpinning: boolean
}

/** Moves the sensors on to `at`, by the work done since the last look. */
export function sampleGpu(gpu: Gpu, { at, busySeconds, isSpinning }: GpuLoad): void {
  const passed = at - gpu.sampledAt
  const worked = Math.max(0, busySeconds - gpu.busyThen)
  gpu.busyThen = busySeconds
  gpu.sampledAt = at
  if (!(passed > 0)) return
  const busy = isSpinning ? 1 : Math.min(1, worked / passed)
  const { spec } = gpu
  gpu.utilisation = Math.round(100 * busy)
  gpu.smClock = busy > 0 ? clockUnderLoad(gpu) : spec.idleClock
  gpu.power = powerAt(gpu, isSpinning ? SPIN_POWER_SHARE : busy)
  warm(gpu, passed)
  gpu.energyMillijoules += Math.round(gpu.power * passed * 1000)
  if (gpu.clockFactor < 1) gpu.thermalViolation += Math.round(passed * (1 - gpu.clockFactor) * 1e9)
}

/** The bit mask of why the clock is where it is. */
export function clockEventReasons(gpu: Gpu): number {
  if (gpu.clockFactor < 1) return REASON_SW_THERMAL
  return gpu.utilisation === 0 ? REASON_IDLE : 0
}

function clockUnderLoad(gpu: Gpu): number {
  const steps = gpu.clockFactor < 1 ? gpu.random.integer(5) - 2 : 0
  return Math.round(gpu.spec.smClock * gpu.clockFactor) + steps * 15
}

function powerAt(gpu: Gpu, busy: number): number {
  const { spec, clockFactor } = gpu
  const jitter = 1 + (gpu.random.uniform() - 0.5) * 0.02
  return spec.idlePower + (spec.powerLimit - spec.idlePower) * 0.9 * busy * clockFactor ** 2 * jitter
}

/** First-order towards the balance of power and air; a throttling card sits at its limit, that is why it throttles. */
function warm(gpu: Gpu, passed: number): void {
  const { spec } = gpu
  const cooled = AMBIENT + 8 + (FULL_POWER_RISE * (gpu.power - spec.idlePower)) / spec.powerLimit
  const target = gpu.clockFactor < 1 ? spec.temperatureLimit : cooled
  gpu.temperature += (target - gpu.temperature) * (1 - Math.exp(-passed / THERMAL_SECONDS))
}

function uuidFrom(random: Random): string {
  const hex = Array.from({ length: 32 }, () => random.integer(16).toString(16)).join('')
  return `GPU-${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
