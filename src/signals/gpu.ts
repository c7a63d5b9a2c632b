import { gpuPower, gpuTemperature, powerViolation, smClock, thermalViolation } from './families.ts'
import type { Signal } from './signal.ts'
import { overRange, rate } from './term-builders.ts'

const GPU = {
  exposer: 'gpu',
  witness: 'gpu',
  enableWith: "scrape NVIDIA's dcgm-exporter into the same Prometheus and set the cluster's `gpu_selector`",
} as const

/** The slowest GPU of a host: under tensor parallelism all wait for it. */
export const gpuClock: Signal = {
  ...GPU,
  id: 'gpu_clock',
  title: 'GPU clock (SM)',
  unit: 'MHz',
  term: overRange(smClock, 'avg', 'min'),
  rows: 'now_and_before',
  baselined: true,
}

export const gpuTemp: Signal = {
  ...GPU,
  id: 'gpu_temperature',
  title: 'GPU temperature, hottest',
  unit: '°C',
  term: overRange(gpuTemperature, 'max', 'max'),
  rows: 'now',
  baselined: true,
}

export const gpuPowerDraw: Signal = {
  ...GPU,
  id: 'gpu_power',
  title: 'GPU power draw',
  unit: 'W',
  term: overRange(gpuPower, 'avg', 'avg'),
  rows: 'now',
  baselined: true,
}

/** Nanoseconds a second: part of the time for which heat held the clock down, 1e9 being all of it. */
export const thermalThrottling: Signal = {
  ...GPU,
  id: 'thermal_throttling',
  title: 'time throttled by heat',
  unit: 'ratio',
  term: { kind: 'scaled', term: rate(thermalViolation), factor: 1e-9 },
  rows: 'now',
  baselined: false,
}

export const powerThrottling: Signal = {
  ...GPU,
  id: 'power_throttling',
  title: 'time throttled by the power limit',
  unit: 'ratio',
  term: { kind: 'scaled', term: rate(powerViolation), factor: 1e-9 },
  rows: 'now',
  baselined: false,
}
