import type { Labels } from '../../../domain/series.ts'

/** The label by which GPU series are told apart, and the vLLM instances that each of its values belongs to. */
export interface GpuJoin {
  readonly label: string
  readonly instances: ReadonlyMap<string, readonly string[]>
  /** Every GPU that the store knows belongs to an instance. */
  readonly isWhole: boolean
  readonly note: string
}

export interface JoinInput {
  readonly engines: readonly Labels[]
  readonly gpus: readonly Labels[]
  /** `node_uname_info`: the name of a host by its address. */
  readonly nodes: readonly Labels[]
  readonly instanceLabel: string
}

/** Labels that are asked for of each side. */
export const ENGINE_JOIN_LABELS = ['instance', 'pod', 'node', 'Hostname'] as const
export const GPU_JOIN_LABELS = ['instance', 'Hostname', 'node', 'pod', 'exported_pod'] as const
export const NODE_JOIN_LABELS = ['instance', 'nodename'] as const

interface Way {
  readonly gpuLabel: (typeof GPU_JOIN_LABELS)[number]
  readonly said: string
  readonly ofGpu: (value: string) => string
  readonly ofEngine: (engine: Labels, nodeNames: ReadonlyMap<string, string>) => readonly (string | undefined)[]
}

const same = (value: string): string => value

/** The ways to find a GPU's instance, the most exact first; the first that finds one is used for all. */
const WAYS: readonly Way[] = [
  { gpuLabel: 'exported_pod', said: 'pod', ofGpu: same, ofEngine: ({ pod }) => [pod] },
  { gpuLabel: 'pod', said: 'pod', ofGpu: same, ofEngine: ({ pod }) => [pod] },
  {
    gpuLabel: 'instance',
    said: 'host part of the address',
    ofGpu: hostOf,
    ofEngine: ({ instance }) => [instance === undefined ? undefined : hostOf(instance)],
  },
  { gpuLabel: 'Hostname', said: 'host name', ofGpu: same, ofEngine: hostNames },
  { gpuLabel: 'node', said: 'node', ofGpu: same, ofEngine: hostNames },
]

/** Finds which GPUs serve which vLLM instance; undefined when no label tells. */
export function joinGpus({ engines, gpus, nodes, instanceLabel }: JoinInput): GpuJoin | undefined {
  const nodeNames = new Map(nodes.map(({ instance = '', nodename = '' }) => [hostOf(instance), nodename]))
  for (const way of WAYS) {
    const instances = match(way, { engines, gpus, nodeNames, instanceLabel })
    if (instances.size === 0) continue
    const isWhole = gpus.every((gpu) => instances.has(gpu[way.gpuLabel] ?? ''))
    return { label: way.gpuLabel, instances, isWhole, note: noteOf(way, instances) }
  }
  return undefined
}

interface MatchInput extends Pick<JoinInput, 'engines' | 'gpus' | 'instanceLabel'> {
  readonly nodeNames: ReadonlyMap<string, string>
}

function match(
  way: Way,
  { engines, gpus, nodeNames, instanceLabel }: MatchInput,
): ReadonlyMap<string, readonly string[]> {
  const byKey = new Map<string, Set<string>>()
  for (const engine of engines) {
    const name = engine[instanceLabel]
    if (name === undefined) continue
    for (const key of way.ofEngine(engine, nodeNames)) {
      if (key === undefined || key === '') continue
      byKey.set(key, (byKey.get(key) ?? new Set()).add(name))
    }
  }
  const found = new Map<string, readonly string[]>()
  for (const gpu of gpus) {
    const value = gpu[way.gpuLabel]
    const names = value === undefined ? undefined : byKey.get(way.ofGpu(value))
    if (value !== undefined && names !== undefined) found.set(value, [...names])
  }
  return found
}

function noteOf({ gpuLabel, said }: Way, instances: ReadonlyMap<string, readonly string[]>): string {
  const shared = [...instances.values()].some((names) => names.length > 1)
  const warning = shared ? '; some hosts run several instances, which share a reading' : ''
  return `GPUs are matched to instances by ${said} (label ${gpuLabel})${warning}`
}

function hostNames(engine: Labels, nodeNames: ReadonlyMap<string, string>): readonly (string | undefined)[] {
  const host = hostOf(engine['instance'] ?? '')
  return [engine['Hostname'], engine['node'], nodeNames.get(host), host]
}

/** The host of `10.0.0.1:8000`, `[::1]:8000` or `http://gpu-1:8000/metrics`. */
export function hostOf(address: string): string {
  const authority = address.replace(/^[a-z]+:\/\//, '').split('/', 1)[0] ?? ''
  const bracketed = /^\[([^\]]*)\]/.exec(authority)?.[1]
  if (bracketed !== undefined) return bracketed
  return authority.split(':').length === 2 ? (authority.split(':', 1)[0] ?? '') : authority
}
