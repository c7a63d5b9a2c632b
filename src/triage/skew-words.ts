import type { Evidence } from '../domain/evidence.ts'
import { formatPercent } from '../domain/quantity.ts'
import type { RowKey } from '../domain/reading.ts'
import { valueOf } from '../domain/reading.ts'
import { up } from '../signals/scrape.ts'
import { arrivals, prefixHitRatio } from '../signals/vllm/traffic.ts'
import { sumsOf } from './level.ts'
import { rowsOf } from './lookup.ts'
import { nameRows } from './sentences.ts'
import { HITS_BY_FAR } from './thresholds/skew.ts'

/**
 * That requests follow a prefix, where the hot one hits by far best. A hint and no cause of its own: one client that is
 * pinned by its connection brings its prefixes along, and looks the same.
 */
export function affinityHint(evidence: Evidence, hot: RowKey): readonly string[] {
  const rows = rowsOf(evidence, prefixHitRatio).filter(({ key }) => key.modelName === hot.modelName)
  const there = rows.filter(({ key }) => key.instance === hot.instance).flatMap(({ now }) => valueOf(now) ?? [])
  const others = rows.filter(({ key }) => key.instance !== hot.instance).flatMap(({ now }) => valueOf(now) ?? [])
  if (there.length === 0 || others.length === 0) return []
  const ratio = Math.max(...there)
  const best = Math.max(...others)
  if (ratio < best * HITS_BY_FAR.times || ratio - best < HITS_BY_FAR.least) return []
  return [
    `its prefix cache hits by far best (${formatPercent(ratio)}, ${formatPercent(best)} at most elsewhere): it may own a hot prefix that the router follows (queue.skew.affinity)`,
  ]
}

/** Who gets nothing, or is not there: what they would carry falls on the rest, which then look hot and are not. */
export function missingPeers(evidence: Evidence, hot: RowKey): readonly string[] {
  const peers = sumsOf(evidence, arrivals, 'instance').filter(({ key }) => key.modelName === hot.modelName)
  const idle = peers.filter(({ value }) => value !== undefined && value <= 0).map(({ key }) => key.instance)
  const down = rowsOf(evidence, up).filter(({ now }) => valueOf(now) === 0)
  const away = down.map(({ key }) => key.instance)
  return [
    ...(idle.length === 0
      ? []
      : [`no request at all comes to ${named(idle)}: ejected by a health check, and that makes the rest hot?`]),
    ...(away.length === 0 ? [] : [`${named(away)} cannot be scraped: if down, its part falls on the rest`]),
  ]
}

function named(instances: readonly string[]): string {
  return nameRows(instances.map((instance) => ({ instance })))
}
