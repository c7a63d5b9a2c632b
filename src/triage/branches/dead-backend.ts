import { readOnly, reversible } from '../../domain/action.ts'
import type { Answer } from '../../domain/diagnosis.ts'
import { formatPercent } from '../../domain/quantity.ts'
import { valueOf } from '../../domain/reading.ts'
import { say } from '../../domain/text.ts'
import { gatewayErrors } from '../../signals/gateway.ts'
import { up } from '../../signals/scrape.ts'
import { isDown, isSilent } from '../engine/direct-word.ts'
import { answersFail } from '../outside/gateway-test.ts'
import { fleetNow, rowsOf } from '../predicates/lookup.ts'
import { branch } from '../node.ts'
import { allOf, judge } from '../predicates/predicate.ts'
import type { Predicate } from '../predicates/predicate.ts'
import { anyRow, onThem } from '../predicates/row-tests.ts'
import { fleetSentence, nameRows, oneOr } from '../predicates/sentences.ts'
import { FAIR_SHARE } from '../thresholds/outside.ts'

/** Of four instances one that is dead fails a quarter of the answers, if it gets its share of them. */
const failsItsShare: Predicate = {
  reads: [gatewayErrors, up],
  text: 'as many answers fail as the missing instances would get',
  evaluate(evidence, about = []) {
    const now = fleetNow(evidence, gatewayErrors)
    const fair = about.length / rowsOf(evidence, up).length
    const part = (valueOf(now) ?? 0) / fair
    const isFair: Answer = part >= FAIR_SHARE.from && part <= FAIR_SHARE.to ? 'yes' : 'no'
    const holds = now.status === 'absent' || !Number.isFinite(fair) ? 'unknown' : isFair
    return judge({ evidence, signal: gatewayErrors, now, threshold: say`about ${formatPercent(fair)}`, holds })
  },
}

export const deadBackend = branch({
  id: 'dead_backend',
  ask: say`Does the gateway go on sending requests to an instance that is missing?`,
  when: allOf(anyRow(isDown), answersFail),
  confirm: [
    {
      test: onThem(isSilent),
      strength: 'supports',
      excludes: 'telemetry.missing',
      settleWith: say`only its scrape may be broken; ask it directly: curl -m 5 -sS <instance>/health`,
    },
    {
      test: failsItsShare,
      strength: 'supports',
      excludes: 'outside',
      settleWith: say`errors by upstream in the gateway's log: are they all of that instance?`,
    },
  ],
  settleWith: say`errors by upstream in the gateway's log`,
  conclude: {
    cause: 'outside.dead_backend_routing',
    title: (at) =>
      say`The gateway still sends requests to ${nameRows(at.outcome.rows)}, ${oneOr(at.outcome.rows, say`which is missing`, say`which are missing`)}: ${share(valueOf(fleetNow(at.evidence, gatewayErrors)))} of the gateway's answers are 5xx.`,
    because: (at) => [fleetSentence(at, gatewayErrors), fleetSentence(at, up)],
    actions: (at) => ({
      now: [
        reversible(say`Take ${nameRows(at.outcome.rows)} out of the gateway's upstreams`),
        readOnly(say`Are health checks on? A target without checks counts as healthy`),
      ],
      today: [reversible(say`Let the gateway try another upstream on a refused connection, once`)],
      thisWeek: [reversible(say`Turn on active health checks for every upstream`)],
      rollback: [reversible(say`Put the instance back when it serves`)],
    }),
  },
  runbook: {
    means:
      'An instance is gone and the gateway does not know: of N instances about one answer in N fails. Static lists of ' +
      'upstreams and health checks that are off do it. Timeouts of a slow fleet fail answers, too, but of all instances.',
    check: [
      'By upstream: `tail -10000 access.log | grep -c "<instance>.* 50[234]"` beside the same of a healthy one',
      'In ingress-nginx: `kubectl get endpointslices`; does it still list the instance?',
      'In Kong: `GET /upstreams/<name>/health`; `HEALTHCHECKS_OFF` means that nobody knows',
    ],
    avoid: [
      'Do not restart the instances that are well',
      'Do not let the gateway retry on timeouts to hide it: that multiplies load',
    ],
  },
})

function share(part: number | undefined): string {
  return part === undefined ? 'some' : formatPercent(part)
}
