import type { Answer } from '../domain/diagnosis.ts'
import type { Evidence } from '../domain/evidence.ts'
import { valueOf } from '../domain/reading.ts'
import { gatewayRequests } from '../signals/gateway.ts'
import { completions, firstTokens } from '../signals/vllm/traffic.ts'
import { gatewayServesThisFleet } from './gateway-test.ts'
import { baselineOf, fleetNow } from './lookup.ts'
import { judge } from './predicate.ts'
import type { Predicate } from './predicate.ts'
import { ATTEMPTS_PER_REQUEST, MORE_ATTEMPTS } from './thresholds.ts'

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

/** The engines get more requests for each of the gateway's than they did. */
export const attemptsGrew: Predicate = {
  reads: [firstTokens, gatewayRequests, completions],
  text: `≥ ${ATTEMPTS_PER_REQUEST} requests at the engines for one at the gateway, ≥ ${MORE_ATTEMPTS} × as many as before, and not as many end at both`,
  evaluate(evidence) {
    const { now, before } = attemptsPerRequest(evidence)
    const told: Answer = now !== undefined && before !== undefined ? grew(now, before) : 'unknown'
    // A gateway counts a request when it ends, an engine when its first token comes: longer answers and rising demand
    // part the two with no retry, and then as many end here as there.
    const holds = told === 'yes' && gatewayServesThisFleet.evaluate(evidence).answer === 'yes' ? 'no' : told
    const threshold = `≥ ${ATTEMPTS_PER_REQUEST} × those at the gateway, ≥ ${MORE_ATTEMPTS} × as many as before`
    const [engines, gateway] = [firstTokens, gatewayRequests].map((signal) =>
      judge({
        evidence,
        signal,
        now: fleetNow(evidence, signal),
        baseline: baselineOf(evidence, signal),
        threshold,
        holds,
      }),
    )
    const used = [engines, gateway].flatMap((outcome) => outcome?.used ?? [])
    const missing = [firstTokens, gatewayRequests].filter(
      (signal) => fleetNow(evidence, signal).status === 'absent' || baselineOf(evidence, signal).status === 'absent',
    )
    return { answer: holds, used, rows: [], missing: holds === 'unknown' ? missing : [] }
  },
}

function grew(now: number, before: number): Answer {
  return now >= ATTEMPTS_PER_REQUEST && now >= before * MORE_ATTEMPTS ? 'yes' : 'no'
}
