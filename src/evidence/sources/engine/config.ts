import type { Seconds } from '../../../domain/time.ts'
import type { PrometheusConfig } from '../prometheus/config.ts'

/** A vLLM that is asked itself, and how to be let in. */
export interface EngineTarget extends Pick<
  PrometheusConfig,
  'url' | 'bearerToken' | 'bearerTokenFile' | 'basicAuth' | 'headers' | 'tls' | 'timeout'
> {
  /** What it is called, as the `instance` label of its series. */
  readonly instance: string
}

export interface EngineSourceConfig {
  readonly engines: readonly EngineTarget[]
  /** How often each is scraped; of a scrape that takes longer the next one waits. */
  readonly interval: Seconds
}
