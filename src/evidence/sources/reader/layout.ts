import type { Matcher } from '../../../domain/matcher.ts'
import type { Exposer } from '../../../signals/signal.ts'

/** Where in a store of series a cluster's things are found, and how its instances are named. */
export interface Layout {
  /** The vLLM instances, also in `up`. */
  readonly engines: readonly Matcher[]
  readonly gpus: readonly Matcher[]
  readonly nodes: readonly Matcher[]
  readonly gateway: readonly Matcher[]
  /** The label that names a vLLM instance: `instance`, or `pod` where a Service is scraped. */
  readonly instanceLabel: string
}

export function matchersOf({ engines, gpus, gateway }: Layout, exposer: Exposer): readonly Matcher[] {
  switch (exposer) {
    case 'engine':
    case 'scrape':
      return engines
    case 'gpu':
      return gpus
    case 'gateway':
      return gateway
    default:
      return exposer satisfies never
  }
}
