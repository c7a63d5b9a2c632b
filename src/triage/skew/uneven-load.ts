import type { Cause } from '../../domain/cause.ts'
import type { Finding } from '../../domain/diagnosis.ts'
import type { Evidence } from '../../domain/evidence.ts'
import type { RowKey } from '../../domain/reading.ts'
import { valueOf } from '../../domain/reading.ts'
import { kvPeak } from '../../signals/vllm/scheduler.ts'
import { nameAt } from '../predicates/level.ts'
import type { Level } from '../predicates/level.ts'
import { rowsOf } from '../predicates/lookup.ts'
import { spreadOf } from './skew.ts'
import { KV_FULL } from '../thresholds/kv.ts'
import { SKEW_OF_TWO } from '../thresholds/skew.ts'

type Found = Pick<Finding, 'cause' | 'instances'>

/**
 * Whether a finding is what too much load does to instances, where each of them gets more than its share and a skew was
 * found: then the shares are the cause, and this is how it shows.
 */
export function isOfUnevenLoad(evidence: Evidence, { cause, instances }: Found, all: readonly Found[]): boolean {
  if (!OF_LOAD.has(cause) || !all.some((finding) => finding.cause.startsWith('queue.skew'))) return false
  const burdened = burdenedOnes(evidence, 'instance')
  if (instances.length > 0) return instances.every((instance) => burdened.has(instance))
  const engines = burdenedOnes(evidence, 'engine')
  const full = fullOnes(evidence)
  return full.length > 0 && full.every((key) => burdened.has(key.instance) || engines.has(nameAt(key, 'engine')))
}

/** What too much load does to instances, whatever made it too much. */
export const OF_LOAD: ReadonlySet<Cause> = new Set<Cause>([
  'kv.preemption_thrash',
  'queue.capacity',
  'kv.exhaustion',
  'sched.max_num_seqs',
  'decode.batch_growth',
])

/** Where there is no room for what is asked. */
function fullOnes(evidence: Evidence): readonly RowKey[] {
  return rowsOf(evidence, kvPeak)
    .filter(({ now }) => (valueOf(now) ?? 0) > KV_FULL)
    .map(({ key }) => key)
}

/** Those that get more than their share, of the requests or of their tokens: instances by their names, or engines. */
function burdenedOnes(evidence: Evidence, level: Level): ReadonlySet<string> {
  const peers = [...spreadOf(evidence, level).peers, ...spreadOf(evidence, level, 'tokens').peers]
  const rows = peers.flatMap(({ shares }) => shares.filter(({ share }) => share * shares.length >= SKEW_OF_TWO))
  return new Set(rows.map(({ key }) => (level === 'instance' ? key.instance : nameAt(key, level))))
}
