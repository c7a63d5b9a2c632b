import type { Labels } from '../../domain/series.ts'
import type { InstanceSpec } from './instance-spec.ts'
import { addressOf } from './instance-spec.ts'

/**
 * How a fleet's GPUs are watched: by NVIDIA's exporter or AMD's on the host, or in Kubernetes by NVIDIA's, which then
 * knows the pod that each GPU is given to, while nothing is scraped under the address of the host.
 */
export type GpuExporter = 'dcgm' | 'dcgm_pods' | 'amd'

/** Where something is scraped, and what Prometheus' discovery knows of it. */
export interface Place {
  readonly job: string
  /** The instance label. */
  readonly instance: string
  readonly labels: Labels
}

export interface Placement {
  readonly engine: Place
  readonly gpus: Place
  readonly node: Place
}

/** The pod of an instance and its namespace. */
export function podOf({ hostname }: InstanceSpec): { readonly pod: string; readonly namespace: string } {
  return { pod: `vllm-qwen-${hostname}`, namespace: 'llm' }
}

export function placementOf(spec: InstanceSpec, exporter: GpuExporter): Placement {
  const { host, hostname } = spec
  const engine = { job: 'vllm', instance: addressOf(spec), labels: {} }
  const node = { job: 'node', instance: `${host}:9100`, labels: {} }
  switch (exporter) {
    case 'dcgm':
      return { engine, node, gpus: { job: 'dcgm', instance: `${host}:9400`, labels: {} } }
    case 'amd':
      return { engine, node, gpus: { job: 'amd', instance: `${host}:5000`, labels: {} } }
    case 'dcgm_pods': {
      const last = host.split('.').at(-1) ?? '0'
      const own = { pod: `dcgm-exporter-${hostname}`, namespace: 'gpu-operator' }
      return {
        engine: { ...engine, labels: podOf(spec) },
        node: { ...node, instance: `192.168.7.${last}:9100` },
        gpus: { job: 'dcgm', instance: `10.42.${last}.5:9400`, labels: own },
      }
    }
    default:
      return exporter satisfies never
  }
}

/**
 * The labels of a series as Prometheus keeps them: what a page says beside what is known of the target, under another
 * name where both say something (`honor_labels` is off by default).
 */
export function asScraped(own: Labels, { job, instance, labels }: Place): Labels {
  const target: Labels = { ...labels, job, instance }
  const renamed = Object.entries(own).map(([name, value]) =>
    Object.hasOwn(target, name) ? ([`exported_${name}`, value] as const) : ([name, value] as const),
  )
  return { ...Object.fromEntries(renamed), ...target }
}
