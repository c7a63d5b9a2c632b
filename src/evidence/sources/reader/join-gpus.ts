import type { Labels } from '../../../domain/series.ts'
import { HOST_LABELS, addressOf, hostNames, hostOf } from './host-names.ts'
import { type Join, type Way, joinBy } from './join.ts'
import { podKeysOfEngine, podKeysOfSeries } from './pod-keys.ts'

export interface JoinInput {
  readonly engines: readonly Labels[]
  readonly gpus: readonly Labels[]
  /** `node_uname_info`: the name of a host by its address. */
  readonly nodes: readonly Labels[]
  readonly instanceLabel: string
}

/** Labels that are asked for of each side. */
export const ENGINE_JOIN_LABELS = ['instance', 'pod', 'namespace', ...HOST_LABELS] as const
export const GPU_JOIN_LABELS = [
  'instance',
  'exported_pod',
  'exported_namespace',
  'pod',
  'namespace',
  ...HOST_LABELS,
] as const

/**
 * Finds which GPUs serve which vLLM instance; undefined when no label tells. The pod that a GPU is given to is asked
 * first, since only it tells instances of one host apart.
 */
export function joinGpus({ engines, gpus, nodes, instanceLabel }: JoinInput): Join | undefined {
  return joinBy(waysOf(nodes), { what: 'GPUs', engines, series: gpus, instanceLabel })
}

function waysOf(nodes: readonly Labels[]): readonly Way[] {
  const nodeNames = new Map(nodes.map(({ instance = '', nodename = '' }) => [hostOf(instance), nodename]))
  const namesOf = (engine: Labels): readonly string[] => [
    ...hostNames(engine),
    ...addressOf(engine).flatMap((host) => [host, nodeNames.get(host) ?? host]),
  ]
  return [
    byPod('exported_pod', 'exported_namespace'),
    byPod('pod', 'namespace'),
    {
      labels: ['instance'],
      said: 'host part of the address',
      ofSeries: addressOf,
      ofEngine: addressOf,
      doubt: doubtOfHost,
    },
    ...HOST_LABELS.map((label): Way => ({
      labels: [label],
      said: label.toLowerCase() === 'hostname' ? 'host name' : 'node',
      ofSeries: ({ [label]: name = '' }) => (name === '' ? [] : [name]),
      ofEngine: namesOf,
      doubt: doubtOfHost,
    })),
  ]
}

function byPod(pod: 'pod' | 'exported_pod', namespace: 'namespace' | 'exported_namespace'): Way {
  return {
    labels: [pod, namespace],
    said: 'pod',
    ofSeries: (series) => podKeysOfSeries(series[pod], series[namespace]),
    ofEngine: (engine) => podKeysOfEngine(engine['pod'], engine['namespace']),
    doubt: doubtOfMany,
  }
}

function doubtOfMany(_: readonly Labels[], instances: readonly string[]): string | undefined {
  return instances.length > 1
    ? 'some hosts run several instances, which share a reading: nothing firm rests on it'
    : undefined
}

/** A host's GPUs are the instance's when it is alone there, as far as labels say. */
function doubtOfHost(gpus: readonly Labels[], instances: readonly string[]): string | undefined {
  const pods = (label: 'pod' | 'exported_pod'): number =>
    new Set(gpus.flatMap(({ [label]: pod = '' }) => (pod === '' ? [] : [pod]))).size
  if (pods('exported_pod') < 2 && pods('pod') < 2) return doubtOfMany(gpus, instances)
  return "some hosts' GPUs are given to several pods, and no label tells which is the instance's: nothing firm rests on them"
}
