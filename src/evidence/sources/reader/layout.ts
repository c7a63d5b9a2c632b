import type { Matcher } from '../../../domain/matcher.ts'
import type { Exposer } from '../../../signals/signal.ts'

/** Where in a store of series a cluster's things are found, and how its instances are named. */
export interface Layout {
  /** Whose series the store holds; signals of others are left to their sources. */
  readonly exposers: readonly Exposer[]
  /** The vLLM instances, also in `up`. */
  readonly engines: readonly Matcher[]
  readonly gpus: readonly Matcher[]
  readonly nodes: readonly Matcher[]
  readonly gateway: readonly Matcher[]
  /** The label that names a vLLM instance: `instance`, or `pod` where a Service is scraped. */
  readonly instanceLabel: string
}

/** What one store of series usually holds; logs are read by a source of their own. */
export const STORED = ['engine', 'scrape', 'gpu', 'host', 'gateway'] as const

export function matchersOf({ engines, gpus, nodes, gateway }: Layout, exposer: Exposer): readonly Matcher[] {
  switch (exposer) {
    case 'engine':
    case 'scrape':
      return engines
    case 'gpu':
      return gpus
    case 'host':
      return nodes
    case 'gateway':
      return gateway
    case 'log':
    case 'direct':
    case 'clients':
      return []
    default:
      return exposer satisfies never
  }
}
