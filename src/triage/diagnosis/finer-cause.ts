import type { Cause } from '../../domain/cause.ts'
import type { Finding } from '../../domain/diagnosis.ts'

/** Causes that are told by what is seen alone, with those that are told by why it is so. */
const REASONS: Readonly<Partial<Record<Cause, readonly Cause[]>>> = {
  'queue.skew': ['queue.skew.lb', 'queue.skew.affinity'],
  'queue.capacity': ['kv.exhaustion'],
  'prefill.prefix_cache_drop': [
    'prefill.prefix_cache_drop.template',
    'prefill.prefix_cache_drop.engine',
    'prefill.prefix_cache_drop.routing',
  ],
}

/** Whether a cause says why the other is: its own reading tells it, which the other does without. */
export function isReasonFor(cause: Cause, other: Cause): boolean {
  return REASONS[other]?.includes(cause) === true
}

/** Why it is so is the headline where that is sure, and not only what. */
export function finerOf<Found extends { readonly finding: Pick<Finding, 'cause' | 'certainty'> }>(
  wide: Found,
  found: readonly Found[],
): Found {
  return (
    found.find(({ finding: { cause, certainty } }) => certainty === 'firm' && isReasonFor(cause, wide.finding.cause)) ??
    wide
  )
}
