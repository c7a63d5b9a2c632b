import type { Answer } from '../../domain/diagnosis.ts'
import type { Evidence } from '../../domain/evidence.ts'
import { valueOf } from '../../domain/reading.ts'
import { say } from '../../domain/text.ts'
import type { Signal } from '../../signals/signal.ts'
import { gatewayRequests } from '../../signals/gateway.ts'
import { firstTokens } from '../../signals/vllm/traffic.ts'
import { gatewayServesThisFleet } from './gateway-test.ts'
import { baselineOf, fleetNow } from '../predicates/lookup.ts'
import { allOf, joinAll, judge, not } from '../predicates/predicate.ts'
import type { Predicate } from '../predicates/predicate.ts'
import { ATTEMPTS_PER_REQUEST, MORE_ATTEMPTS } from '../thresholds/outside.ts'

interface Attempts {
  readonly now: number | undefined
  readonly before: number | undefined
}

/**
 * Requests at the engines for each at the gateway. A gateway that serves others, too, shows less than there are; callers
 * that go past it show more, but did so before.
 */
export function attemptsPerRequest(evidence: Evidence): Attempts {
  const per = (engines: number | undefined, gateway: number | undefined): number | undefined =>
    engines === undefined || gateway === undefined || gateway <= 0 ? undefined : engines / gateway
  return {
    now: per(valueOf(fleetNow(evidence, firstTokens)), valueOf(fleetNow(evidence, gatewayRequests))),
    before: per(valueOf(baselineOf(evidence, firstTokens)), valueOf(baselineOf(evidence, gatewayRequests))),
  }
}

const attemptsAreMore: Predicate = {
  reads: [firstTokens, gatewayRequests],
  text: `≥ ${ATTEMPTS_PER_REQUEST} requests at the engines for one at the gateway, ≥ ${MORE_ATTEMPTS} × as many as before`,
  evaluate(evidence) {
    const { now, before } = attemptsPerRequest(evidence)
    const holds: Answer = now !== undefined && before !== undefined ? grew(now, before) : 'unknown'
    const threshold = say`≥ ${ATTEMPTS_PER_REQUEST} × those at the gateway, ≥ ${MORE_ATTEMPTS} × as many as before`
    const outcome = joinAll(
      [firstTokens, gatewayRequests].map((signal) =>
        judge({
          evidence,
          signal,
          now: fleetNow(evidence, signal),
          baseline: baselineOf(evidence, signal),
          threshold,
          holds,
        }),
      ),
    )
    const isMissing = (signal: Signal): boolean =>
      [fleetNow(evidence, signal), baselineOf(evidence, signal)].some(({ status }) => status === 'absent')
    return { ...outcome, missing: outcome.missing.filter(isMissing) }
  },
}

/**
 * The engines get more requests for each of the gateway's than they did. A gateway counts a request when it ends, an engine
 * when its first token comes: longer answers and rising demand part the two with no retry, and then as many end here as
 * there.
 */
export const attemptsGrew = allOf(attemptsAreMore, not(gatewayServesThisFleet))

function grew(now: number, before: number): Answer {
  return now >= ATTEMPTS_PER_REQUEST && now >= before * MORE_ATTEMPTS ? 'yes' : 'no'
}
