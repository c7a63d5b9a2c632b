import type { Labels } from '../../../domain/series.ts'
import { HOST_LABELS, addressOf, hostNames } from './host-names.ts'
import { type Join, type Way, joinBy, ownersOf } from './join.ts'

export interface HostJoinInput {
  readonly engines: readonly Labels[]
  /** `node_uname_info` or another series of each host. */
  readonly nodes: readonly Labels[]
  readonly gpus: readonly Labels[]
  /** Who the GPUs belong to: a GPU tells the host of the pod that it is given to. */
  readonly gpuJoin: Join | undefined
  readonly instanceLabel: string
}

/** Labels that are asked for of node_exporter's series. */
export const NODE_JOIN_LABELS = ['instance', ...HOST_LABELS] as const

/** Finds which host runs which vLLM instance; undefined when no label tells. Instances of one host share it in truth. */
export function joinHosts({ engines, nodes, gpus, gpuJoin, instanceLabel }: HostJoinInput): Join | undefined {
  const gpusOf = new Map<string, Labels[]>()
  for (const gpu of gpus) {
    for (const instance of ownersOf(gpuJoin, gpu).instances) {
      gpusOf.set(instance, [...(gpusOf.get(instance) ?? []), gpu])
    }
  }
  const ofGpus = (engine: Labels, namesOf: (gpu: Labels) => readonly string[]): readonly string[] =>
    (gpusOf.get(engine[instanceLabel] ?? '') ?? []).flatMap(namesOf)
  const ways: readonly Way[] = [
    { labels: ['instance'], said: 'host part of the address', ofSeries: addressOf, ofEngine: addressOf },
    {
      labels: ['instance'],
      said: 'node name',
      ofSeries: hostNames,
      ofEngine: (engine) => [...hostNames(engine), ...addressOf(engine)],
    },
    {
      labels: ['instance'],
      said: 'the host of their GPUs',
      ofSeries: (node) => [...hostNames(node), ...addressOf(node)],
      ofEngine: (engine) => ofGpus(engine, (gpu) => [...hostNames(gpu), ...addressOf(gpu)]),
    },
  ]
  return joinBy(ways, { what: 'hosts', engines, series: nodes, instanceLabel })
}
