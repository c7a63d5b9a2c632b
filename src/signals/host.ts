import { minutes } from '../domain/time.ts'
import { say } from '../domain/text.ts'
import { cpuPressure, cpuSeconds, oomKills } from './host-families.ts'
import type { Signal } from './signal.ts'
import { rate, ratio } from './term-builders.ts'

const HOST = {
  exposer: 'host',
  witness: 'host',
  rows: 'now',
  enableWith: say`scrape node_exporter on the instances' hosts into the same Prometheus; \`node_selector\` narrows it`,
} as const

/** Of all cores together: near 1 every process of the host waits for a core, the API server among them. */
export const hostCpu: Signal = {
  ...HOST,
  id: 'host_cpu',
  title: say`host CPU busy`,
  unit: 'ratio',
  term: ratio(
    {
      kind: 'counter',
      family: cpuSeconds,
      stat: 'rate',
      where: [{ name: 'mode', op: '!~', value: 'idle|iowait' }],
    },
    rate(cpuSeconds),
  ),
  baselined: true,
}

/** As long as process starts are looked at. */
export const hostOomKills: Signal = {
  ...HOST,
  id: 'host_oom_kills',
  title: say`processes killed for want of memory on the host in half an hour`,
  unit: 'events',
  term: { kind: 'counter', family: oomKills, stat: 'increase', over: minutes(30) },
  baselined: false,
}

/** One process that waits is enough, so that it is seen where the mean of all cores hides it. */
export const hostCpuPressure: Signal = {
  ...HOST,
  id: 'host_cpu_pressure',
  title: say`time in which a process of the host waits for a core`,
  unit: 'ratio',
  term: rate(cpuPressure),
  baselined: false,
  isOptional: true,
}
