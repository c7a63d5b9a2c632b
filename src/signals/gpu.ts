import { minutes } from '../domain/time.ts'
import type { Text } from '../domain/text.ts'
import { say } from '../domain/text.ts'
import type { Family } from './family.ts'
import {
  clockReasons,
  gpuPower,
  gpuTemperature,
  gpuUtilisation,
  junctionTemperature,
  lastXid,
  memoryFree,
  memoryUsed,
  nvlinkReplay,
  pcieReplay,
  powerResidency,
  powerViolation,
  smClock,
  thermalResidency,
  thermalViolation,
  uncorrectedErrors,
} from './gpu-families.ts'
import type { Signal } from './signal.ts'
import type { NumberTerm } from './term.ts'
import { last, overRange } from './term-builders.ts'

const GPU = {
  exposer: 'gpu',
  witness: 'gpu',
  enableWith: say`scrape NVIDIA's dcgm-exporter, or AMD's device-metrics-exporter, into the same Prometheus; \`gpu_selector\` narrows it`,
} as const

function shaderClock(across: 'min' | 'max'): NumberTerm {
  const where = [{ name: 'clock_type', op: '=~', value: '|system|GPU_CLOCK_TYPE_SYSTEM' }] as const
  return { kind: 'gauge', family: smClock, stat: 'avg', across, where }
}

/** The slowest GPU of a host: under tensor parallelism all wait for it. Of AMD's clocks that of the shaders. */
export const gpuClock: Signal = {
  ...GPU,
  id: 'gpu_clock',
  title: say`GPU clock (SM)`,
  unit: 'MHz',
  term: shaderClock('min'),
  rows: 'now_and_before',
  baselined: true,
}

export const gpuTemp: Signal = {
  ...GPU,
  id: 'gpu_temperature',
  title: say`GPU temperature, hottest`,
  unit: '°C',
  term: overRange(gpuTemperature, 'max', 'max'),
  rows: 'now',
  baselined: true,
}

/** Where an AMD card has no sensor at its edge. */
export const gpuHotspot: Signal = {
  ...GPU,
  id: 'gpu_hotspot',
  title: say`GPU junction temperature, hottest`,
  unit: '°C',
  term: overRange(junctionTemperature, 'max', 'max'),
  rows: 'now',
  baselined: false,
  standsFor: ['gpu_temperature'],
}

export const gpuPowerDraw: Signal = {
  ...GPU,
  id: 'gpu_power',
  title: say`GPU power draw`,
  unit: 'W',
  term: overRange(gpuPower, 'avg', 'avg'),
  rows: 'now_and_before',
  baselined: true,
}

/** Short enough that what it drew before it stood still is not in it. */
export const gpuRecentPower: Signal = {
  ...GPU,
  id: 'gpu_power_recent',
  title: say`GPU power draw in the last two minutes`,
  unit: 'W',
  term: { kind: 'gauge', family: gpuPower, stat: 'avg', across: 'avg', over: minutes(2) },
  rows: 'now_and_before',
  baselined: false,
  isOptional: true,
}

/** Of the busiest GPU. A kernel that spins keeps it at 1, and so does one that works: only the power tells them apart. */
export const gpuBusy: Signal = {
  ...GPU,
  id: 'gpu_busy',
  title: say`GPU utilisation, busiest`,
  unit: 'ratio',
  term: { kind: 'scaled', term: last(gpuUtilisation, 'max'), factor: 0.01 },
  rows: 'now',
  baselined: false,
  isOptional: true,
}

const GIB_OF_MIB = 1 / 1024

/** Of the fullest GPU. */
export const gpuMemoryUsed: Signal = {
  ...GPU,
  id: 'gpu_memory_used',
  title: say`GPU memory in use, most`,
  unit: 'GiB',
  term: { kind: 'scaled', term: last(memoryUsed, 'max'), factor: GIB_OF_MIB },
  rows: 'now',
  baselined: true,
  isOptional: true,
}

export const gpuMemoryFree: Signal = {
  ...GPU,
  id: 'gpu_memory_free',
  title: say`GPU memory free, least`,
  unit: 'GiB',
  term: { kind: 'scaled', term: last(memoryFree, 'min'), factor: GIB_OF_MIB },
  rows: 'now',
  baselined: false,
  isOptional: true,
}

/** Under tensor parallelism a GPU that is slow draws little, and those that wait for it spin. */
function drawAcross(of: Pick<Signal, 'id' | 'title'>, across: 'min' | 'max'): Signal {
  const term = overRange(gpuPower, 'avg', across)
  return { ...GPU, ...of, unit: 'W', term, rows: 'now_and_before', baselined: false, isOptional: true }
}

export const gpuPowerLeast = drawAcross(
  { id: 'gpu_power_least', title: say`power draw of the GPU that draws least` },
  'min',
)
export const gpuPowerMost = drawAcross(
  { id: 'gpu_power_most', title: say`power draw of the GPU that draws most` },
  'max',
)

/** A GPU with nothing to do lowers its clock, and draws less for that reason. */
export const gpuClockMost: Signal = {
  ...GPU,
  id: 'gpu_clock_most',
  title: say`GPU clock (SM), fastest`,
  unit: 'MHz',
  term: shaderClock('max'),
  rows: 'now',
  baselined: false,
  isOptional: true,
}

const OF_A_LINK = { ...GPU, unit: 'events', rows: 'now_and_before', baselined: false, isOptional: true } as const

/** Each is a packet that got lost or came broken, and was sent again. From a second's to a minute's. */
function replays(id: string, title: Text, family: Family): Signal {
  const rate: NumberTerm = { kind: 'counter', family, stat: 'rate', below: BLANK }
  const enableWith = say`add \`${family.names[0] ?? ''}, counter, …\` to the counters csv of dcgm-exporter (-f)`
  return { ...OF_A_LINK, id, title, term: { kind: 'scaled', term: rate, factor: 60 }, enableWith }
}

/**
 * DCGM's marks for a counter that it cannot read begin at 9223372036854775792 (`DCGM_INT64_BLANK`), AMD's is all ones in
 * 64 bits. They never grow, and would read as "nothing happened".
 */
const BLANK = 9e18

/**
 * Of the GPU that is held down most. From nanoseconds a second: part of the time for which its clock was held down, 1
 * being all of it.
 */
function throttledTime(id: string, title: Text, family: Family): Signal {
  const rate: NumberTerm = { kind: 'counter', family, stat: 'rate', across: 'max', below: BLANK }
  const term: NumberTerm = { kind: 'scaled', term: rate, factor: 1e-9 }
  const enableWith = say`add \`${family.names[0] ?? ''}, counter, …\` to the counters csv of dcgm-exporter (-f)`
  return { ...GPU, id, title, unit: 'ratio', term, rows: 'now', baselined: false, enableWith }
}

export const thermalThrottling = throttledTime('thermal_throttling', say`time throttled by heat`, thermalViolation)

export const powerThrottling = throttledTime('power_throttling', say`time throttled by the power limit`, powerViolation)

/** The same of AMD, from percent. */
function residency(id: string, title: Text, family: Family): Signal {
  const term: NumberTerm = { kind: 'scaled', term: overRange(family, 'avg', 'max'), factor: 0.01 }
  const enableWith = say`add ${(family.names[0] ?? '').toUpperCase()} to the fields of device-metrics-exporter's config.json`
  return { ...GPU, id, title, unit: 'ratio', term, rows: 'now', baselined: false, enableWith }
}

export const thermalLimited: Signal = {
  ...residency('thermal_residency', say`time at the thermal limit (AMD)`, thermalResidency),
  standsFor: ['thermal_throttling'],
}

export const powerLimited: Signal = {
  ...residency('power_residency', say`time at the power limit (AMD)`, powerResidency),
  standsFor: ['power_throttling'],
}

/**
 * Why the clock is where it is, as a bit mask. Of several GPUs and moments the greatest: a mask that was there, so each
 * of its bits was set, and no higher bit was.
 */
export const gpuClockReasons: Signal = {
  ...GPU,
  id: 'gpu_clock_reasons',
  title: say`GPU clock event reasons`,
  unit: 'code',
  term: overRange(clockReasons, 'max', 'max'),
  rows: 'now',
  baselined: false,
  enableWith: say`add \`${clockReasons.names[0] ?? ''}, gauge, …\` to the counters csv of dcgm-exporter (-f)`,
  standsFor: ['thermal_throttling', 'power_throttling'],
}

/** It stays for days, so only one that differs from the hour before says something of now. */
export const gpuXid: Signal = {
  ...GPU,
  id: 'gpu_xid',
  title: say`last XID of a GPU`,
  unit: 'code',
  term: last(lastXid, 'max'),
  rows: 'now_and_before',
  baselined: false,
  enableWith: say`keep \`${lastXid.names[0] ?? ''}\` in the counters csv of dcgm-exporter; some releases show it from the first XID on`,
  standsFor: ['gpu_memory_errors'],
}

/** The last half hour, as long as process starts are looked at: the error comes before the crash. */
export const gpuMemoryErrors: Signal = {
  ...GPU,
  id: 'gpu_memory_errors',
  title: say`uncorrected GPU memory errors in half an hour`,
  unit: 'events',
  term: { kind: 'counter', family: uncorrectedErrors, stat: 'increase', below: BLANK, over: minutes(30) },
  rows: 'now',
  baselined: false,
  enableWith: say`add \`${uncorrectedErrors.names[0] ?? ''}, counter, …\` to the counters csv of dcgm-exporter (-f)`,
}

export const pcieReplays = replays('pcie_replays', say`PCIe replays a minute`, pcieReplay)
export const nvlinkReplays = replays('nvlink_replays', say`NVLink replays a minute`, nvlinkReplay)
