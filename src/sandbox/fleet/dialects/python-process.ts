import { counterFamily, gaugeFamily } from '../exposition/build-family.ts'
import type { Family } from '../exposition/family.ts'
import { readCpuClock } from '../host/cpu-clock.ts'
import type { DialectSubject } from './dialect.ts'

const NONE = {}
const GENERATIONS = ['0', '1', '2'] as const

/**
 * What prometheus_client shows of any single Python process; the start time is the evidence of a restart.
 * These collectors have no `_created`.
 */
export function pythonProcessFamilies({ process, start, clock }: DialectSubject): readonly Family[] {
  const age = (): number => clock() - process.startedAt
  const collected = (generation: number): number => Math.floor((24_000 + age() * 3) / 10 ** generation)
  const byGeneration = (read: (generation: number) => number): Parameters<typeof counterFamily>[1] =>
    GENERATIONS.map((generation) => ({ labels: { generation }, read: () => read(Number(generation)) }))
  return [
    counterFamily(
      { name: 'python_gc_objects_collected', help: 'Objects collected during gc' },
      byGeneration(collected),
      undefined,
    ),
    counterFamily(
      { name: 'python_gc_objects_uncollectable', help: 'Uncollectable objects found during GC' },
      byGeneration(() => 0),
      undefined,
    ),
    counterFamily(
      { name: 'python_gc_collections', help: 'Number of times this generation was collected' },
      byGeneration((generation) => Math.floor((900 + age() / 8) / 10 ** generation)),
      undefined,
    ),
    gaugeFamily({ name: 'python_info', help: 'Python platform information' }, [
      {
        labels: { implementation: 'CPython', major: '3', minor: '12', patchlevel: '11', version: '3.12.11' },
        read: () => 1,
      },
    ]),
    single('process_virtual_memory_bytes', 'Virtual memory size in bytes.', () => 13_720_145_920),
    single('process_resident_memory_bytes', 'Resident memory size in bytes.', () => 1_109_622_784),
    single(
      'process_start_time_seconds',
      'Start time of the process since unix epoch in seconds.',
      () => Math.round((start + process.startedAt) * 100) / 100,
    ),
    counterFamily(
      { name: 'process_cpu_seconds', help: 'Total user and system CPU time spent in seconds.' },
      [{ labels: NONE, read: () => Math.round(readCpuClock(process.cpu, clock()) * 100) / 100 }],
      undefined,
    ),
    single('process_open_fds', 'Number of open file descriptors.', () => 61 + process.inside.size),
    single('process_max_fds', 'Maximum number of open file descriptors.', () => 65_535),
  ]
}

function single(name: string, help: string, read: () => number): Family {
  return gaugeFamily({ name, help }, [{ labels: NONE, read }])
}
