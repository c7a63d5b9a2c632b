import { gpuPower, gpuTemperature, powerViolation, smClock, thermalViolation } from './families.ts'
import type { Family } from './family.ts'
import type { Signal } from './signal.ts'
import type { Term } from './term.ts'
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

/** From nanoseconds a second: part of the time for which the clock was held down, 1 being all of it. */
function throttledTime(id: string, title: string, family: Family): Signal {
  const term: Term = { kind: 'scaled', term: rate(family), factor: 1e-9 }
  return { ...GPU, id, title, unit: 'ratio', term, rows: 'now', baselined: false }
}

export const thermalThrottling = throttledTime('thermal_throttling', 'time throttled by heat', thermalViolation)

export const powerThrottling = throttledTime('power_throttling', 'time throttled by the power limit', powerViolation)
