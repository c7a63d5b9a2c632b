import type { PrometheusConfig } from '../prometheus/config.ts'

/** Files of logs, as the settings name them. */
export interface LogFiles {
  /** A file, or files by `*` and `?` in any part of the path. */
  readonly path: string
  /** Whose log it is, as Prometheus' `instance` label names it. */
  readonly instance?: string
  /** The IANA zone in which vLLM's logger writes; the machine's unless stated. */
  readonly timezone?: string
}

/** Settings of logs that cannot be used; the message is one line that names the setting and the mend. */
export class LogConfigError extends Error {
  override readonly name = 'LogConfigError'
}

/** Logs that a Loki keeps. */
export interface LokiLogs extends Pick<
  PrometheusConfig,
  'url' | 'bearerToken' | 'bearerTokenFile' | 'basicAuth' | 'headers' | 'tls' | 'timeout'
> {
  /** One stream selector, such as `{app="vllm"}`, without a pipeline. */
  readonly query: string
  /** The label that tells the instance; the first that is there of the usual ones unless stated. */
  readonly instanceLabel?: string
}
