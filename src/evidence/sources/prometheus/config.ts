import type { Seconds } from '../../../domain/time.ts'
import type { HttpServer } from '../../../lib/http-connection.ts'

/** A server that speaks Prometheus' query API, and where in it a cluster is found. */
export interface PrometheusConfig extends HttpServer {
  /** For one query; 5 seconds unless stated. */
  readonly timeout?: Seconds
  /** Matchers of the vLLM instances, such as `job=~"vllm.*"`. */
  readonly selector: string
  readonly gpuSelector?: string
  readonly nodeSelector?: string
  readonly gatewaySelector?: string
  /** The label that names an instance; `instance` unless stated. */
  readonly instanceLabel?: string
}
