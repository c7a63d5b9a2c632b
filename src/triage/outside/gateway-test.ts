import type { Answer } from '../../domain/diagnosis.ts'
import { formatPercent } from '../../domain/quantity.ts'
import { valueOf } from '../../domain/reading.ts'
import { say } from '../../domain/text.ts'
import {
  envoyHealthyShare,
  envoyOverflow,
  envoyTimeouts,
  gatewayErrors,
  gatewayFirstToken,
  gatewayGaveUp,
  gatewayRequests,
  gatewayRestarts,
  gatewayTimeouts,
  routerHealthyShare,
} from '../../signals/gateway.ts'
import { completions } from '../../signals/vllm/traffic.ts'
import { above, below, isRead } from '../predicates/fleet-tests.ts'
import { fleetNow } from '../predicates/lookup.ts'
import { allOf, anyOf, judge, not, whereThere } from '../predicates/predicate.ts'
import type { Predicate } from '../predicates/predicate.ts'
import { NONE_AT_ALL } from '../thresholds/load.ts'
import { ANSWERS_FAIL, SAME_REQUESTS } from '../thresholds/outside.ts'

/** As many requests end at the gateway as at the engines: what it is slow with is this fleet's, not another application's. */
export const gatewayServesThisFleet: Predicate = {
  reads: [gatewayRequests, completions],
  text: 'the gateway ends as many requests as the engines',
  evaluate(evidence) {
    const now = fleetNow(evidence, gatewayRequests)
    const baseline = fleetNow(evidence, completions)
    const threshold = say`${formatPercent(SAME_REQUESTS.from)} to ${formatPercent(SAME_REQUESTS.to)} of the engines'`
    const holds = sameRequests(valueOf(now), valueOf(baseline))
    return judge({ evidence, signal: gatewayRequests, now, threshold, holds })
  },
}

/** Where no gateway counts requests nobody can see it; where one does, and not the engines, it is open. */
export const gatewayServesOthers: Predicate = {
  ...not(gatewayServesThisFleet),
  text: 'the gateway ends far more requests than the engines, or far fewer',
  evaluate(evidence, about) {
    const test = not(gatewayServesThisFleet)
    const isCounted = fleetNow(evidence, gatewayRequests).status === 'present'
    return (isCounted ? test : whereThere(test)).evaluate(evidence, about)
  },
}

function sameRequests(gateway: number | undefined, engines: number | undefined): Answer {
  if (gateway === undefined || engines === undefined || engines <= 0) return 'unknown'
  const part = gateway / engines
  return part >= SAME_REQUESTS.from && part <= SAME_REQUESTS.to ? 'yes' : 'no'
}

export const answersFail = whereThere(above(gatewayErrors, ANSWERS_FAIL))
export const answersTimeOut = anyOf(
  whereThere(above(gatewayTimeouts, ANSWERS_FAIL)),
  whereThere(above(envoyTimeouts, ANSWERS_FAIL)),
)
/**
 * All is read by which what lies before the engines shows that it fails somebody whom they serve well: how it answers, who
 * left it, and when the first token passed it. Envoy counts attempts, and not answers.
 */
export const gatewayIsRead = allOf(
  anyOf(isRead(gatewayErrors), allOf(isRead(envoyTimeouts), isRead(envoyOverflow))),
  isRead(gatewayGaveUp),
  isRead(gatewayFirstToken),
)
export const gatewayOverflows = whereThere(above(envoyOverflow, 0))
export const gatewayHasStarted = whereThere(above(gatewayRestarts, 0))

/** Of servers that it knows some get nothing, by the word of the gateway or router itself. */
export const takesSomeOut = anyOf(
  whereThere(below(envoyHealthyShare, 1 - NONE_AT_ALL)),
  whereThere(below(routerHealthyShare, 1 - NONE_AT_ALL)),
)
