import type { Evidence } from '../../domain/evidence.ts'
import { keptIn, oncePer } from '../../domain/once.ts'
import type { RowKey } from '../../domain/reading.ts'
import { valueOf } from '../../domain/reading.ts'
import { BASELINE_NAMES } from '../../domain/window.ts'
import { up } from '../../signals/scrape.ts'
import { interTokenMean } from '../../signals/vllm/latency.ts'
import { runningMean } from '../../signals/vllm/scheduler.ts'
import type { BatchPair, Expected, Line } from './batch-curve.ts'
import { expectedAt, lineThrough } from './batch-curve.ts'
import { baselineAt, fleetNow, rowBefore, rowNow, rowsOf } from '../predicates/lookup.ts'

/** What a token may take now on a mean engine of the fleet, from what it took before; of two models there is no mean. */
export function fleetExpected(evidence: Evidence): Expected | undefined {
  const now = valueOf(fleetNow(evidence, runningMean))
  const engines = enginesNow(evidence)
  const [before] = fleetPairs(evidence)
  const [model, ...others] = rowPairs(evidence).keys()
  if (now === undefined || engines === undefined || before === undefined || others.length > 0) return undefined
  return expectedAt(before, now / engines, lineOf(evidence, model ?? ''))
}

/** The same of one engine: its own level of an hour ago, and the line of all that serve its model. */
export function rowExpected(evidence: Evidence, key: RowKey): Expected | undefined {
  const now = valueOf(rowNow(evidence, runningMean, key))
  const [batch, token] = [runningMean, interTokenMean].map((signal) => valueOf(rowBefore(evidence, signal, key)))
  const before = pairOf(batch, token)
  if (before === undefined || now === undefined) return undefined
  return expectedAt(before, now, lineOf(evidence, key.modelName ?? ''))
}

/** Through the pairs of a model's engines an hour ago and, where it is alone, those of the fleet in each baseline. */
function lineOf(evidence: Evidence, model: string): Line | undefined {
  return keptIn(linesOf(evidence), model, () => {
    const rows = rowPairs(evidence)
    const ofFleet = rows.size > 1 ? [] : fleetPairs(evidence)
    return { line: lineThrough([...ofFleet, ...(rows.get(model) ?? [])]) }
  }).line
}

/** Made once a model: each engine of a fleet asks for its line. */
const linesOf = oncePer<Evidence, Map<string, { readonly line: Line | undefined }>>(() => new Map())

/** Every engine's pair of an hour ago, by model. */
function rowPairs(evidence: Evidence): ReadonlyMap<string, readonly BatchPair[]> {
  const models = new Map<string, BatchPair[]>()
  for (const { key, before } of rowsOf(evidence, interTokenMean)) {
    const pairs = keptIn(models, key.modelName ?? '', () => [])
    const pair = pairOf(valueOf(rowBefore(evidence, runningMean, key)), valueOf(before))
    if (pair !== undefined) pairs.push(pair)
  }
  return models
}

/** The fleet's pair in each baseline that has one, for a mean engine; the nearest first. */
function fleetPairs(evidence: Evidence): readonly BatchPair[] {
  const engines = enginesNow(evidence)
  const upNow = valueOf(fleetNow(evidence, up))
  if (engines === undefined || upNow === undefined || upNow <= 0) return []
  return BASELINE_NAMES.flatMap((name) => {
    const [running, token, upThen] = [runningMean, interTokenMean, up].map((signal) =>
      valueOf(baselineAt(evidence, signal, name)),
    )
    if (running === undefined || upThen === undefined || upThen <= 0) return []
    return pairOf(running / (engines * (upThen / upNow)), token) ?? []
  })
}

/** As many engines as have rows, since an instance may be of several; without rows as many as are up. */
function enginesNow(evidence: Evidence): number | undefined {
  const rows = rowsOf(evidence, runningMean).length
  const engines = rows > 0 ? rows : valueOf(fleetNow(evidence, up))
  return engines === undefined || engines <= 0 ? undefined : engines
}

function pairOf(batch: number | undefined, token: number | undefined): BatchPair | undefined {
  return batch === undefined || token === undefined ? undefined : { batch, token }
}
