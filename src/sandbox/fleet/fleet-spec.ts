import type { TimedChange } from './change.ts'
import type { DialectName } from './dialects/dialect.ts'
import type { InstanceSpec } from './instance-spec.ts'
import type { GpuExporter } from './placement.ts'
import type { BalancerPolicy } from './traffic/balancer.ts'
import type { ClientSpec } from './traffic/client-spec.ts'

/** Everything that makes a fleet and its story; the same spec and seed give the same bytes. */
export interface FleetSpec {
  readonly seed: number
  readonly dialect: DialectName
  /** Of instances that run another release, by address: a rollout that is under way. */
  readonly dialects?: Readonly<Record<string, DialectName>>
  readonly modelName: string
  readonly instances: readonly InstanceSpec[]
  readonly clients: readonly ClientSpec[]
  readonly gateway: { readonly policy: BalancerPolicy; readonly overheadSeconds: number }
  readonly timeline: readonly TimedChange[]
  /** `dcgm` unless stated. */
  readonly gpuExporter?: GpuExporter
}
