import { counterFamily, gaugeFamily } from '../exposition/build-family.ts'
import type { Family } from '../exposition/family.ts'
import type { Member } from '../fleet.ts'

const UNAME = {
  domainname: '(none)',
  machine: 'x86_64',
  release: '5.15.0-119-generic',
  sysname: 'Linux',
  version: '#129-Ubuntu SMP Fri Aug 2 19:25:20 UTC 2024',
} as const

/** A few of node_exporter's families. */
export function nodeFamilies({ node, instance }: Member): readonly Family[] {
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
    gaugeFamily({ name: 'node_uname_info', help: 'Labeled system information as provided by the uname system call.' }, [
      { labels: { ...UNAME, nodename: instance.spec.hostname }, read: () => 1 },
    ]),
    // The kernel's own name, which has no _total.
    {
      ...gaugeFamily({ name: 'node_vmstat_oom_kill', help: '/proc/vmstat information field oom_kill.' }, [
        { labels: {}, read: () => node.oomKills },
      ]),
      type: 'bare_counter',
    },
  ]
}

/** The kernel counts in ticks of 10 ms. */
function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}
