import { prefixHitLifetime, prefixHitRatio, promptLengthMean } from '../signals/vllm/traffic.ts'
import { waitingMean } from '../signals/vllm/scheduler.ts'
import { fell, rose } from './fleet-tests.ts'
import type { Confirmation } from './node.ts'
import { eitherKnown, sign } from './predicate.ts'
import { mostRows, rowBelow } from './row-tests.ts'
import { HITS_DROPPED, LONGER_PROMPTS, MOST, QUEUE } from './thresholds.ts'

export const promptsGrew = rose(promptLengthMean, LONGER_PROMPTS)

/** A ratio of the engine's whole life moves slowly: that it has not fallen clears nothing. */
export const hitsDropped = eitherKnown(fell(prefixHitRatio, HITS_DROPPED), sign(fell(prefixHitLifetime, HITS_DROPPED)))

/** A request that waits for its turn between chunks is booked as prefill: with a queue, prefill is no sign of its own. */
export const fewWait: Confirmation = {
  test: mostRows(rowBelow(waitingMean, QUEUE), MOST),
  excludes: 'queue.capacity',
  settleWith: 'vllm:num_requests_waiting by instance',
}
