import type { RowKey } from '../../../domain/reading.ts'
import type { Labels } from '../../../domain/series.ts'
import type { Exposer } from '../../../signals/signal.ts'
import { type Join, ownersOf } from './join.ts'

/** Whose value a group of a signal's rows is: none when its labels do not say, several where engines share a GPU. */
export type KeysOf = (labels: Labels) => readonly RowKey[]

/** The labels by which the rows of an exposer's signals are told apart; none when there are no rows. */
export function rowLabelsOf(exposer: Exposer, instanceLabel: string, join: Join | undefined): readonly string[] {
  switch (exposer) {
    case 'engine':
      return [instanceLabel, 'engine', 'model_name']
    case 'scrape':
    case 'direct':
      return [instanceLabel]
    case 'log':
      return [instanceLabel, 'engine']
    case 'gpu':
    case 'host':
      return join?.labels ?? []
    case 'gateway':
      return []
    default:
      return exposer satisfies never
  }
}

/** One key object for each engine, the same in all readings: a fleet of a thousand has tens of thousands of rows. */
export function createRowKeys(instanceLabel: string): (exposer: Exposer, join: Join | undefined) => KeysOf {
  const known = new Map<string, readonly RowKey[]>()

  function keysFor(instance: string, engine: string, modelName: string): readonly RowKey[] {
    const id = `${instance.length} ${engine.length} ${instance}${engine}${modelName}`
    const keys = known.get(id) ?? [{ instance, ...(engine && { engine }), ...(modelName && { modelName }) }]
    known.set(id, keys)
    return keys
  }
  return (exposer, join) => {
    if (exposer !== 'gpu' && exposer !== 'host') {
      return (labels) => {
        const instance = labels[instanceLabel] ?? ''
        return instance === '' ? [] : keysFor(instance, labels['engine'] ?? '', labels['model_name'] ?? '')
      }
    }
    return (labels) => ownersOf(join, labels).instances.flatMap((instance) => keysFor(instance, '', ''))
  }
}
