import { say } from '../../domain/text.ts'
import { up } from '../../signals/scrape.ts'
import { endToEndMean } from '../../signals/vllm/latency.ts'
import { waitingMean } from '../../signals/vllm/scheduler.ts'
import { allAreRead } from '../predicates/all-read.ts'
import { holdsWithoutProgress } from '../engine/no-progress.ts'
import { isDown } from '../engine/direct-word.ts'
import { answerFor, rose } from '../predicates/fleet-tests.ts'
import { gatewayServesOthers, gatewayServesThisFleet } from '../outside/gateway-test.ts'
import { baselineOf, fleetNow } from '../predicates/lookup.ts'
import type { Confirmation } from '../node.ts'
import { anyOf, judge, not } from '../predicates/predicate.ts'
import type { Predicate } from '../predicates/predicate.ts'
import { anyRow, rowAbove } from '../predicates/row-tests.ts'
import { SLOWER } from '../thresholds/latency.ts'
import { QUEUE } from '../thresholds/queue.ts'

/** An instance that is gone may be no target any more, and the gateway sends to it still. */
export const fewerThanBefore: Predicate = {
  reads: [up],
  text: 'fewer instances are up than before',
  evaluate(evidence) {
    const now = fleetNow(evidence, up)
    const baseline = baselineOf(evidence, up)
    const holds = baseline.status === 'absent' ? 'unknown' : answerFor(now, (count) => count < baseline.value)
    return judge({ evidence, signal: up, now, baseline, threshold: say`< before`, holds })
  },
}

/**
 * That nothing behind the gateway explains what it answers: a timeout, a client that leaves or an error is mostly the
 * end of a wait for an engine.
 */
export const ENGINES_FLAT: readonly Confirmation[] = flatBehind(gatewayServesThisFleet)

/** The same where a log tells of the gateway: if it counts as well, it must not be seen to serve others. */
export const ENGINES_FLAT_BY_LOG: readonly Confirmation[] = flatBehind(not(gatewayServesOthers))

function flatBehind(gatewayIsOurs: Predicate): readonly Confirmation[] {
  return [
    allAreRead(waitingMean),
    {
      test: gatewayIsOurs,
      strength: 'supports',
      excludes: 'healthy',
      settleWith: say`look at this fleet's route alone: the gateway seems to serve others, too`,
    },
    {
      test: not(anyOf(anyRow(isDown), fewerThanBefore)),
      strength: 'supports',
      excludes: 'outside.dead_backend_routing',
      settleWith: say`errors by upstream in the gateway's log: are they all of one that is gone?`,
    },
    {
      test: not(holdsWithoutProgress),
      excludes: 'engine.hang',
      settleWith: say`send a one-token request to each instance`,
    },
    {
      test: not(anyRow(rowAbove(waitingMean, QUEUE))),
      strength: 'supports',
      excludes: 'queue',
      settleWith: say`requests wait in the engines: that is what their patience ends with`,
    },
    {
      test: not(rose(endToEndMean, SLOWER)),
      strength: 'supports',
      excludes: 'decode',
      settleWith: say`the engines are slower than before: that is what their patience ends with`,
    },
  ]
}
