import type { Seconds } from '../../../domain/time.ts'

/** A server that speaks Prometheus' query API, and where in it a cluster is found. */
export interface PrometheusConfig {
  /** With its path, such as `https://mimir.example/prometheus`; the API's paths are added to it. */
  readonly url: string
  readonly bearerToken?: string
  /** Read anew for each triage, since such tokens are changed while the service runs. */
  readonly bearerTokenFile?: string
  readonly basicAuth?: { readonly username: string; readonly password: string }
  /** Sent as they are, such as `X-Scope-OrgID`. */
  readonly headers?: Readonly<Record<string, string>>
  readonly tls?: PrometheusTls
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

export interface PrometheusTls {
  readonly caFile?: string
  readonly certFile?: string
  readonly keyFile?: string
  readonly insecureSkipVerify?: boolean
}

/** A setting is wrong in a way that only shows when it is used; the message is one line that names the mend. */
export class PrometheusConfigError extends Error {
  override readonly name = 'PrometheusConfigError'
}
