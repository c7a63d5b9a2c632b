import type { Evidence } from '../../domain/evidence.ts'
import { formatPercent } from '../../domain/quantity.ts'
import type { RowKey } from '../../domain/reading.ts'
import { valueOf } from '../../domain/reading.ts'
import type { Text } from '../../domain/text.ts'
import { say } from '../../domain/text.ts'
import { up } from '../../signals/scrape.ts'
import { arrivals } from '../../signals/vllm/traffic.ts'
import { sumsOf } from '../predicates/level.ts'
import { rowsOf } from '../predicates/lookup.ts'
import { nameRows } from '../predicates/sentences.ts'
import { areByFarBest, hitsAround } from './skew-hits.ts'

/**
 * That requests follow a prefix, where the hot one hits by far best. A hint and no cause of its own: one client that is
 * pinned by its connection brings its prefixes along, and looks the same.
 */
export function affinityHint(evidence: Evidence, hot: RowKey): readonly Text[] {
  const hits = hitsAround(evidence, hot)
  if (hits === undefined || !areByFarBest(hits)) return []
  return [
    say`its prefix cache hits by far best (${formatPercent(hits.there)}, ${formatPercent(hits.elsewhere)} at most elsewhere): it may own a hot prefix that the router follows (queue.skew.affinity)`,
  ]
}

/** The peers to which no request at all came. */
export function idlePeers(evidence: Evidence, hot: RowKey): readonly string[] {
  return sumsOf(evidence, arrivals, 'instance')
    .filter(({ key, value }) => key.modelName === hot.modelName && value !== undefined && value <= 0)
    .map(({ key }) => key.instance)
}

/** Who gets nothing, or is not there: what they would carry falls on the rest, which then look hot and are not. */
export function missingPeers(evidence: Evidence, hot: RowKey): readonly Text[] {
  const idle = idlePeers(evidence, hot)
  const down = rowsOf(evidence, up).filter(({ now }) => valueOf(now) === 0)
  const away = down.map(({ key }) => key.instance)
  return [
    ...(idle.length === 0
      ? []
      : [say`no request at all comes to ${named(idle)}: ejected by a health check, and that makes the rest hot?`]),
    ...(away.length === 0 ? [] : [say`${named(away)} cannot be scraped: if down, its part falls on the rest`]),
  ]
}

function named(instances: readonly string[]): Text {
  return nameRows(instances.map((instance) => ({ instance })))
}
