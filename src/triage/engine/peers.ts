import type { Evidence } from '../../domain/evidence.ts'
import { groupedBy, oncePer } from '../../domain/once.ts'
import { formatSeconds } from '../../domain/quantity.ts'
import type { Row, RowKey } from '../../domain/reading.ts'
import { valueOf } from '../../domain/reading.ts'
import type { Text } from '../../domain/text.ts'
import { english, say } from '../../domain/text.ts'
import { interTokenMean } from '../../signals/vllm/latency.ts'
import { runningMean } from '../../signals/vllm/scheduler.ts'
import type { BatchPair } from './batch-curve.ts'
import type { Belief } from '../predicates/belief.ts'
import { expectedAt } from './batch-curve.ts'
import { rowNow, rowsOf } from '../predicates/lookup.ts'
import { judge } from '../predicates/predicate.ts'
import type { Predicate } from '../predicates/predicate.ts'
import type { RowTest } from '../predicates/row-tests.ts'
import { AS_BATCH, SLOWER_THAN_BATCH } from '../thresholds/decode.ts'
import { TOKEN_SLOWER } from '../thresholds/latency.ts'

/**
 * An engine's tokens take longer than those of the others that serve its model, by more than its larger batch explains.
 * One that is alone has none to compare with.
 */
export const slowerThanPeers: RowTest = {
  reads: [interTokenMean, runningMean],
  text: english`${interTokenMean.title} > ${SLOWER_THAN_BATCH} × that of its peers at such a batch`,
  answer: slower,
  evaluate(evidence, row) {
    const now = rowNow(evidence, interTokenMean, row)
    const threshold = say`> ${SLOWER_THAN_BATCH} × ${peerWords(evidence, row)}`
    return judge({ evidence, signal: interTokenMean, now, row, threshold, holds: slower(evidence, row) })
  },
}

/** Of a fleet whose engines have no peers nobody can tell whether one is slower. */
export function amongPeers(test: Predicate): Predicate {
  return {
    ...test,
    evaluate(evidence, about) {
      const outcome = test.evaluate(evidence, about)
      const models = [...modelsOf(evidence).values()]
      const areAlone = models.length > 0 && models.every(({ engines }) => engines < 2)
      return areAlone && outcome.answer === 'no' ? { ...outcome, answer: 'unseen', used: [] } : outcome
    },
  }
}

/** The engines that are slower than their peers, by name. */
export function slowAmongPeers(evidence: Evidence): readonly RowKey[] {
  return rowsOf(evidence, interTokenMean)
    .map(({ key }) => key)
    .filter((key) => slower(evidence, key) === 'yes')
    .toSorted((a, b) => (a.instance < b.instance ? -1 : 1))
}

/** `20 ms on its peers`, their median. */
export function peerWords(evidence: Evidence, row: RowKey): Text {
  const peers = peersOf(evidence, row)
  return peers === undefined
    ? say`what its peers take, which no reading tells`
    : say`${formatSeconds(peers.token)} on its peers`
}

/** Whether another engine serves the same model, and what it takes is read. */
export function hasPeers(evidence: Evidence, row: RowKey): boolean {
  return peersOf(evidence, row) !== undefined
}

function slower(evidence: Evidence, row: RowKey): Belief {
  const model = modelsOf(evidence).get(row.modelName ?? '')
  if (model !== undefined && model.engines < 2) return 'unseen'
  const [token, batch] = [interTokenMean, runningMean].map((signal) => valueOf(rowNow(evidence, signal, row)))
  const peers = peersOf(evidence, row)
  if (token === undefined || batch === undefined || peers === undefined) return 'unknown'
  const expected = expectedAt(peers, Math.max(batch, peers.batch), undefined)
  if (expected === undefined) return 'unknown'
  if (token > expected.most * SLOWER_THAN_BATCH && token - peers.token >= TOKEN_SLOWER.least) return 'yes'
  return token <= expected.least * AS_BATCH || token - peers.token < TOKEN_SLOWER.least ? 'no' : 'unknown'
}

/** The medians of the others that serve the same model. */
function peersOf(evidence: Evidence, row: RowKey): BatchPair | undefined {
  const model = modelsOf(evidence).get(row.modelName ?? '')
  if (model === undefined) return undefined
  const token = medianWithout(model.tokens, valueOf(rowNow(evidence, interTokenMean, row)))
  const batch = medianWithout(model.batches, valueOf(rowNow(evidence, runningMean, row)))
  return token === undefined || batch === undefined ? undefined : { token, batch }
}

interface Model {
  readonly engines: number
  /** In order. */
  readonly tokens: readonly number[]
  readonly batches: readonly number[]
}

/** Made once: each engine of a fleet asks for its peers. */
const modelsOf = oncePer((evidence: Evidence): ReadonlyMap<string, Model> => {
  const byModel = groupedBy(rowsOf(evidence, interTokenMean), ({ key }) => key.modelName ?? '')
  return new Map([...byModel].map(([model, rows]) => [model, modelFrom(evidence, rows)] as const))
})

function modelFrom(evidence: Evidence, rows: readonly Row[]): Model {
  const [tokens = [], batches = []] = [interTokenMean, runningMean].map((signal) =>
    rows.flatMap(({ key }) => valueOf(rowNow(evidence, signal, key)) ?? []).toSorted((a, b) => a - b),
  )
  return { engines: rows.length, tokens, batches }
}

/** The median of all in order but one of that value. */
function medianWithout(sorted: readonly number[], own: number | undefined): number | undefined {
  const index = own === undefined ? -1 : sorted.indexOf(own)
  const count = index === -1 ? sorted.length : sorted.length - 1
  if (count === 0) return undefined
  const at = (place: number): number => sorted[index !== -1 && place >= index ? place + 1 : place] ?? 0
  const half = Math.floor(count / 2)
  return count % 2 === 1 ? at(half) : (at(half - 1) + at(half)) / 2
}
