import type { Cause } from '../domain/cause.ts'
import type { Finding } from '../domain/diagnosis.ts'
import type { Evidence } from '../domain/evidence.ts'
import { valueOf } from '../domain/reading.ts'
import { kvPeak } from '../signals/vllm/scheduler.ts'
import { rowsOf } from './lookup.ts'
import { spreadOf } from './skew.ts'
import { KV_FULL } from './thresholds/kv.ts'
import { SKEW_OF_TWO } from './thresholds/skew.ts'

type Found = Pick<Finding, 'cause' | 'instances'>

/**
 * Whether a finding is what too much load does to instances, where each of them gets more than its share and a skew was
 * found: then the shares are the cause, and this is how it shows.
 */
export function isOfUnevenLoad(evidence: Evidence, { cause, instances }: Found, all: readonly Found[]): boolean {
  if (!OF_LOAD.has(cause) || !all.some((finding) => finding.cause.startsWith('queue.skew'))) return false
  const places = instances.length > 0 ? instances : fullOnes(evidence)
  const burdened = burdenedOnes(evidence)
  return places.length > 0 && places.every((instance) => burdened.has(instance))
}

/** What too much load does to instances, whatever made it too much. */
export const OF_LOAD: ReadonlySet<Cause> = new Set<Cause>([
  'kv.preemption_thrash',
  'queue.capacity',
  'sched.max_num_seqs',
  'decode.batch_growth',
])

/** Where there is no room for what is asked. */
function fullOnes(evidence: Evidence): readonly string[] {
  return rowsOf(evidence, kvPeak)
    .filter(({ now }) => (valueOf(now) ?? 0) > KV_FULL)
    .map(({ key }) => key.instance)
}

/** Those that get more than their share, of the requests or of their tokens. */
function burdenedOnes(evidence: Evidence): ReadonlySet<string> {
  const peers = [...spreadOf(evidence, 'instance').peers, ...spreadOf(evidence, 'instance', 'tokens').peers]
  const rows = peers.flatMap(({ shares }) => shares.filter(({ share }) => share * shares.length >= SKEW_OF_TWO))
  return new Set(rows.map(({ key }) => key.instance))
}
