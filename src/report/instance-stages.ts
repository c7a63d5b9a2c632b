import type { Measure, RowKey } from '../domain/reading.ts'
import { finiteValue } from './finite.ts'

/** Mean seconds of one instance's requests that finished. */
export interface InstanceStages {
  readonly key: RowKey
  readonly queue: Measure
  readonly prefill: Measure
  readonly decode: Measure
  readonly e2e: Measure
}

/** The slowest first. */
export function slowest(all: readonly InstanceStages[], most: number): readonly InstanceStages[] {
  const rank = ({ e2e }: InstanceStages): number => finiteValue(e2e) ?? -1
  return all.toSorted((one, other) => rank(other) - rank(one)).slice(0, most)
}
