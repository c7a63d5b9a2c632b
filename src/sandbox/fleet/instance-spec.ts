import type { EngineSpec, StepCost } from './engine/spec.ts'
import type { GpuSpec } from './host/gpu.ts'

/** One vLLM server on one host with one GPU. */
export interface InstanceSpec {
  readonly host: string
  readonly port: number
  readonly hostname: string
  readonly engine: EngineSpec
  readonly cost: StepCost
  readonly gpu: GpuSpec
  /** Mean time the API server adds to a request: tokenising, event loop, detokenising. */
  readonly frontendSeconds: number
  /** `--disable-log-stats`: the process answers /metrics without any vllm: series. */
  readonly isLogStatsDisabled: boolean
}

/** The address as it stands in Prometheus' instance label. */
export function addressOf(spec: InstanceSpec): string {
  return `${spec.host}:${spec.port}`
}
