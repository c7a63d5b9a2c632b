import type { RowKey } from '../../../domain/reading.ts'
import type { Labels } from '../../../domain/series.ts'
import type { Exposer } from '../../../signals/signal.ts'
import { type Join, ownersOf } from './join.ts'

/** Whose value a group of a signal's rows is. */
export interface RowOwners {
  /** None when its labels do not say, several where engines share a GPU. */
  readonly keys: readonly RowKey[]
  /** Nothing tells whose of several the value is. */
  readonly isShared: boolean
}

export type RowOwnersOf = (labels: Labels) => RowOwners

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
    case 'clients':
      return []
    default:
      return exposer satisfies never
  }
}

/** One key object for each engine, the same in all readings: a fleet of a thousand has tens of thousands of rows. */
export function createRowKeys(instanceLabel: string): (exposer: Exposer, join: Join | undefined) => RowOwnersOf {
  const known = new Map<string, Map<string, Map<string, RowOwners>>>()

  function ownersFor(instance: string, engine: string, modelName: string): RowOwners {
    const models = within(within(known, instance), engine)
    const found = models.get(modelName)
    if (found !== undefined) return found
    const key: RowKey = { instance, ...(engine && { engine }), ...(modelName && { modelName }) }
    const added: RowOwners = { keys: [key], isShared: false }
    models.set(modelName, added)
    return added
  }
  return (exposer, join) => {
    if (exposer !== 'gpu' && exposer !== 'host') {
      return (labels) => {
        const instance = labels[instanceLabel] ?? ''
        return instance === '' ? NOBODY : ownersFor(instance, labels['engine'] ?? '', labels['model_name'] ?? '')
      }
    }
    return (labels) => {
      const { instances, isShared } = ownersOf(join, labels)
      return { keys: instances.flatMap((instance) => ownersFor(instance, '', '').keys), isShared }
    }
  }
}

const NOBODY: RowOwners = { keys: [], isShared: false }

/** The map at this key, made where there is none yet: names are not joined into one text, row after row. */
function within<Inner>(maps: Map<string, Map<string, Inner>>, key: string): Map<string, Inner> {
  const found = maps.get(key)
  if (found !== undefined) return found
  const added = new Map<string, Inner>()
  maps.set(key, added)
  return added
}
