import type { Evidence } from '../../domain/evidence.ts'
import { keptIn, oncePer } from '../../domain/once.ts'
import type { RowKey } from '../../domain/reading.ts'
import { valueOf } from '../../domain/reading.ts'
import type { Signal } from '../../signals/signal.ts'
import { rowsOf } from './lookup.ts'

/** Whose number it is: an instance's with all its engines, or an engine's. */
export type Level = 'instance' | 'engine'

export interface Sum {
  /** Of an instance that of its first engine. */
  readonly key: RowKey
  /** Undefined when one of its engines could not be read: a part is not the whole. */
  readonly value: number | undefined
}

/** The rows of an additive signal by model, summed over the engines of an instance when it is asked for instances. */
export function sumsOf(evidence: Evidence, signal: Signal, level: Level): readonly Sum[] {
  return [...sumsByName(evidence, signal, level).values()]
}

function sumsByName(evidence: Evidence, signal: Signal, level: Level): ReadonlyMap<string, Sum> {
  return keptIn(sumsKnown(evidence), `${level} ${signal.id}`, () => addUp(evidence, signal, level))
}

/** Added up once: a dozen questions and sentences compare the same peers. */
const sumsKnown = oncePer<Evidence, Map<string, ReadonlyMap<string, Sum>>>(() => new Map())

function addUp(evidence: Evidence, signal: Signal, level: Level): ReadonlyMap<string, Sum> {
  const sums = new Map<string, Sum>()
  for (const { key, now } of rowsOf(evidence, signal)) {
    const name = nameAt(key, level)
    const before = sums.get(name)
    const value = valueOf(now)
    if (before === undefined) sums.set(name, { key, value })
    else sums.set(name, { key: before.key, value: added(before.value, value) })
  }
  return sums
}

function added(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one + other
}

/** The value of the peer that a row belongs to. */
export function sumAt(evidence: Evidence, signal: Signal, level: Level): (key: RowKey) => number | undefined {
  const sums = sumsByName(evidence, signal, level)
  return (key) => sums.get(nameAt(key, level))?.value
}

/** A text that is equal for rows of one peer. */
export function nameAt({ instance, engine, modelName }: RowKey, level: Level): string {
  return `${instance}\u0000${level === 'engine' ? (engine ?? '') : ''}\u0000${modelName ?? ''}`
}
