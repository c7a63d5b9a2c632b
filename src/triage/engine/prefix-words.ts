import { formatPercent } from '../../domain/quantity.ts'
import { valueOf } from '../../domain/reading.ts'
import type { Text } from '../../domain/text.ts'
import { say } from '../../domain/text.ts'
import { restarts } from '../../signals/scrape.ts'
import { kvPeak } from '../../signals/vllm/scheduler.ts'
import { counterResets, prefixHitRatio } from '../../signals/vllm/traffic.ts'
import { fleetNow, rowsOf } from '../predicates/lookup.ts'
import type { Case } from '../node.ts'
import { nameRows } from '../predicates/sentences.ts'
import { KV_NEARLY_FULL } from '../thresholds/kv.ts'

/**
 * What the metrics hint at of why hits fell. None of it is a cause of its own: a template, an engine and a router can each
 * look like another here, and only the same prompt sent twice directly tells them apart.
 */
export function dropHints({ evidence }: Case): readonly Text[] {
  const isZero = valueOf(fleetNow(evidence, prefixHitRatio)) === 0
  const started = [restarts, counterResets].flatMap((signal) =>
    rowsOf(evidence, signal).filter(({ now }) => (valueOf(now) ?? 0) > 0),
  )
  const names = [...new Set(started.map(({ key }) => key.instance))]
  const kv = valueOf(fleetNow(evidence, kvPeak)) ?? 0
  return [
    ...(isZero
      ? [say`not one token hits: the first block of every prompt changes, or the cache of the engine is broken`]
      : []),
    ...(names.length === 0
      ? []
      : [
          say`${nameRows(names.map((instance) => ({ instance })))} started within half an hour: the cache was empty, or the new release misses`,
        ]),
    ...(kv > KV_NEARLY_FULL
      ? [say`KV cache usage, most: ${formatPercent(kv)}, so blocks are evicted before they are read again`]
      : []),
  ]
}
