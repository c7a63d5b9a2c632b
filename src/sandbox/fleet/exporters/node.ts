import { counterFamily, gaugeFamily } from '../exposition/build-family.ts'
import type { Family } from '../exposition/family.ts'
import type { Member } from '../fleet.ts'

/** A few of node_exporter's families. */
export function nodeFamilies({ node }: Member): readonly Family[] {
  const cores = Array.from({ length: node.cores }, (_, core) => core)
  return [
    counterFamily(
      { name: 'node_cpu_seconds', help: 'Seconds the CPUs spent in each mode.' },
      cores.flatMap((core) => [
        { labels: { cpu: String(core), mode: 'idle' }, read: () => hundredths(node.idle[core] ?? 0) },
        { labels: { cpu: String(core), mode: 'user' }, read: () => hundredths(node.user[core] ?? 0) },
      ]),
      undefined,
    ),
    gaugeFamily({ name: 'node_load1', help: '1m load average.' }, [{ labels: {}, read: () => hundredths(node.load1) }]),
    gaugeFamily({ name: 'node_memory_MemAvailable_bytes', help: 'Memory information field MemAvailable_bytes.' }, [
      { labels: {}, read: () => node.memoryAvailable },
    ]),
  ]
}

/** The kernel counts in ticks of 10 ms. */
function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}
