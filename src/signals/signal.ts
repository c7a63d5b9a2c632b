import type { Unit } from '../domain/quantity.ts'
import type { Text } from '../domain/text.ts'
import type { Term } from './term.ts'

/** Who exposes it: that decides which selector applies and how its rows are named. */
export type Exposer = 'engine' | 'scrape' | 'gpu' | 'host' | 'gateway' | 'log' | 'direct' | 'clients'

/** Readings of one kind of witness stand or fall together; two kinds that agree make a finding firm. */
export type WitnessKind = 'gauges' | 'counters' | 'scrape' | 'gpu' | 'host' | 'gateway' | 'log' | 'direct' | 'clients'

/** Something that can be read. */
export interface Signal {
  readonly id: string
  readonly title: Text
  readonly unit: Unit
  readonly exposer: Exposer
  readonly witness: WitnessKind
  readonly term: Term
  /** Whether it is read by row (instance, engine, model), and whether each row's hour before is read too. */
  readonly rows: 'none' | 'now' | 'now_and_before'
  /** Whether the fleet's value in the baselines is read. */
  readonly baselined: boolean
  /** What a person must do for this signal to appear. */
  readonly enableWith: Text
  /** Ids of signals that tell the like by other metrics, of another vendor say; one of them is enough. */
  readonly standsFor?: readonly string[]
  /** Of a feature or a release that a fleet may well do without: where it is not exposed, nothing is missing. */
  readonly isOptional?: true
}
