import type { Answer } from '../../domain/diagnosis.ts'
import { formatNumber, formatQuantity } from '../../domain/quantity.ts'
import { valueOf } from '../../domain/reading.ts'
import { english, say } from '../../domain/text.ts'
import { lengthOf } from '../../domain/window.ts'
import type { Signal } from '../../signals/signal.ts'
import { blockSize } from '../../signals/vllm/cache-config.ts'
import { completions, prefixHitLifetime, prefixHitRatio, promptLengthMean } from '../../signals/vllm/traffic.ts'
import { waitingMean } from '../../signals/vllm/scheduler.ts'
import { answerFor, fell, rose } from '../predicates/fleet-tests.ts'
import { fleetNow } from '../predicates/lookup.ts'
import type { Confirmation } from '../node.ts'
import { firstKnown, judge, yesOnly } from '../predicates/predicate.ts'
import type { Predicate } from '../predicates/predicate.ts'
import { mostRows, rowBelow } from '../predicates/row-tests.ts'
import { HITS_DROPPED, LARGEST_BLOCK, LONGER_PROMPTS } from '../thresholds/load.ts'
import { MOST, QUEUE } from '../thresholds/queue.ts'
import { LEAST_ARRIVALS } from '../thresholds/skew.ts'

export const promptsGrew = rose(promptLengthMean, LONGER_PROMPTS)

/** A ratio of the engine's whole life moves slowly: that it has not fallen clears nothing. */
export const hitsDropped = firstKnown(
  fell(prefixHitRatio, HITS_DROPPED),
  yesOnly(fell(prefixHitLifetime, HITS_DROPPED)),
)

/**
 * Prompts are shorter than so many blocks of the prefix cache. Where no engine tells its block, those that are longer than
 * the largest known are longer than its.
 */
export function shorterThanBlocks(length: Signal, blocks: number): Predicate {
  return {
    reads: [length, blockSize],
    text: english`${length.title} < ${blocks === 1 ? 'one block' : `${blocks} blocks`} of the KV cache`,
    evaluate(evidence) {
      const now = fleetNow(evidence, length)
      const block = valueOf(fleetNow(evidence, blockSize))
      const threshold = say`< ${formatNumber((block ?? LARGEST_BLOCK) * blocks)} tokens`
      const holds = now.status === 'absent' ? 'unknown' : isShorter(now.value, block, blocks)
      return judge({ evidence, signal: length, now, threshold, holds })
    },
  }
}

function isShorter(length: number, block: number | undefined, blocks: number): Answer {
  if (block !== undefined) return length < block * blocks ? 'yes' : 'no'
  return length >= LARGEST_BLOCK * blocks ? 'no' : 'unknown'
}

/** So few requests have finished in the window that the mean of their lengths is of one or two. */
export const fewFinished: Predicate = {
  reads: [completions],
  text: `fewer than ${LEAST_ARRIVALS} requests have finished in the window`,
  evaluate(evidence) {
    const now = fleetNow(evidence, completions)
    const least = LEAST_ARRIVALS / lengthOf(evidence.window)
    const holds = answerFor(now, (rate) => rate < least)
    return judge({
      evidence,
      signal: completions,
      now,
      threshold: say`< ${formatQuantity(least, completions.unit)}`,
      holds,
    })
  },
}

/** A request that waits for its turn between chunks is booked as prefill: with a queue, prefill is no sign of its own. */
export const fewWait: Confirmation = {
  test: mostRows(rowBelow(waitingMean, QUEUE), MOST),
  excludes: 'queue.capacity',
  settleWith: say`vllm:num_requests_waiting by instance`,
}
