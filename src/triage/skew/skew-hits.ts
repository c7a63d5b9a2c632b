import type { Answer } from '../../domain/diagnosis.ts'
import type { Evidence } from '../../domain/evidence.ts'
import { formatPercent } from '../../domain/quantity.ts'
import type { RowKey } from '../../domain/reading.ts'
import { valueOf } from '../../domain/reading.ts'
import { say } from '../../domain/text.ts'
import { prefixHitRatio } from '../../signals/vllm/traffic.ts'
import { rowNow, rowsOf } from '../predicates/lookup.ts'
import { judge } from '../predicates/predicate.ts'
import type { RowTest } from '../predicates/row-tests.ts'
import { HITS_BY_FAR } from '../thresholds/skew.ts'

interface Hits {
  /** Of its best engine, 0..1. */
  readonly there: number
  /** Of the best engine of another instance that serves the model. */
  readonly elsewhere: number
}

/** The hit ratio of an instance beside that of its peers; undefined where it, or that of all of them, is not read. */
export function hitsAround(evidence: Evidence, hot: RowKey): Hits | undefined {
  const rows = rowsOf(evidence, prefixHitRatio).filter(({ key }) => key.modelName === hot.modelName)
  const there = rows.filter(({ key }) => key.instance === hot.instance).flatMap(({ now }) => valueOf(now) ?? [])
  const others = rows.filter(({ key }) => key.instance !== hot.instance).flatMap(({ now }) => valueOf(now) ?? [])
  if (there.length === 0 || others.length === 0) return undefined
  return { there: Math.max(...there), elsewhere: Math.max(...others) }
}

export function areByFarBest({ there, elsewhere }: Hits): boolean {
  return there >= elsewhere * HITS_BY_FAR.times && there - elsewhere >= HITS_BY_FAR.least
}

/** Its prompts are other ones than those of its peers: they begin alike. */
export const hitsByFarBest: RowTest = {
  reads: [prefixHitRatio],
  text: `its prefix cache hits by far best, ≥ ${HITS_BY_FAR.times} × the best of its peers`,
  answer: byFarBest,
  evaluate(evidence, row) {
    const now = rowNow(evidence, prefixHitRatio, row)
    const hits = hitsAround(evidence, row)
    const best = hits === undefined ? say`the best of its peers, which is not read` : formatPercent(hits.elsewhere)
    const threshold = say`≥ ${HITS_BY_FAR.times} × ${best}`
    return judge({ evidence, signal: prefixHitRatio, now, row, threshold, holds: byFarBest(evidence, row) })
  },
}

function byFarBest(evidence: Evidence, row: RowKey): Answer {
  const hits = hitsAround(evidence, row)
  if (hits === undefined) return 'unknown'
  return areByFarBest(hits) ? 'yes' : 'no'
}
