import { readOnly, reversible } from '../../domain/action.ts'
import type { ActionPlan } from '../../domain/action.ts'
import type { Answer } from '../../domain/diagnosis.ts'
import { formatMeasure, formatPercent, formatSeconds } from '../../domain/quantity.ts'
import { valueOf } from '../../domain/reading.ts'
import type { Text } from '../../domain/text.ts'
import { english, say } from '../../domain/text.ts'
import { gatewayFirstToken, gatewayLatency } from '../../signals/gateway.ts'
import { endToEndMean, ttftMean } from '../../signals/vllm/latency.ts'
import { fleetNow } from '../predicates/lookup.ts'
import { branch, group } from '../node.ts'
import type { Case, Confirmation, Fallback } from '../node.ts'
import { judge, not, whereThere } from '../predicates/predicate.ts'
import type { Predicate } from '../predicates/predicate.ts'
import { gatewayServesThisFleet } from '../outside/gateway-test.ts'
import { fleetSentence, knownSentences } from '../predicates/sentences.ts'
import { LOST_OUTSIDE } from '../thresholds/outside.ts'
import { isSlower } from './gateway.ts'

const LATE = say`> ${formatSeconds(LOST_OUTSIDE.seconds)} and ${formatPercent(LOST_OUTSIDE.part)} later than at the engines`

/** By the numbers of both: the first token comes so much later there that this is where its time is. */
const comesLate: Predicate = whereThere({
  reads: [gatewayFirstToken, ttftMean],
  text: english`the first token comes at the gateway ${LATE}`,
  evaluate(evidence) {
    const [there, here] = [gatewayFirstToken, ttftMean].map((signal) => valueOf(fleetNow(evidence, signal)))
    const now = fleetNow(evidence, gatewayFirstToken)
    const told = judge({ evidence, signal: gatewayFirstToken, now, threshold: LATE, holds: isLate(there, here) })
    const missing = here === undefined ? [ttftMean] : [gatewayFirstToken]
    return told.answer === 'unknown' ? { ...told, missing } : told
  },
})

function isLate(there: number | undefined, here: number | undefined): Answer {
  if (there === undefined || here === undefined) return 'unknown'
  return there - here > Math.max(LOST_OUTSIDE.seconds, LOST_OUTSIDE.part * here) ? 'yes' : 'no'
}

const OF_THIS_FLEET: Confirmation = {
  test: gatewayServesThisFleet,
  strength: 'supports',
  excludes: 'healthy',
  settleWith: say`look at this fleet's route alone: the gateway seems to serve others, too`,
}

const COMPARE =
  'The same request, straight to an instance and through the gateway: `curl -N -o /dev/null -sw "%{time_starttransfer} %{time_total}" …`; lines that come in lumps are a buffer'

function actions(): ActionPlan<Text> {
  return {
    now: [
      readOnly(
        say`Do the tokens come one by one, or in lumps? Straight to an instance, then through the gateway`,
        'curl -N -sS <gateway>/v1/completions -d \'{…, "stream": true}\' | while read -r line; do date +%T.%N; done',
      ),
    ],
    today: [
      reversible(say`Turn the buffering of answers off on that route: proxy_buffering off, or X-Accel-Buffering: no`),
    ],
    thisWeek: [reversible(say`Alert on time to first token at the gateway less that of the engines`)],
    rollback: [reversible(say`Turn the buffering on again`)],
  }
}

function because(at: Case): readonly Text[] {
  return [
    ...[gatewayFirstToken, ttftMean].map((signal) => fleetSentence(at, signal)),
    ...knownSentences(at, gatewayLatency, endToEndMean),
  ]
}

function times({ evidence }: Case): Text {
  const there = formatMeasure(fleetNow(evidence, gatewayFirstToken), 'seconds')
  const here = formatMeasure(fleetNow(evidence, ttftMean), 'seconds')
  return say`${there} at the gateway and after ${here} at the engines`
}

const gatewayBuffers = branch({
  id: 'gateway_buffering',
  ask: say`Does the first token come late at the gateway, while whole answers take no longer there?`,
  when: comesLate,
  confirm: [
    {
      test: not(isSlower),
      // Without the whole a slow way looks the same.
      strength: 'decides',
      excludes: 'outside',
      settleWith: say`compare whole answers: the gateway's latency beside vllm:e2e_request_latency_seconds`,
    },
    OF_THIS_FLEET,
  ],
  settleWith: say`curl -N through the gateway: do tokens come one by one, or in lumps?`,
  conclude: {
    cause: 'outside.gateway_buffering',
    title: (at) =>
      say`The gateway holds streams back: the first token comes after ${times(at)}, and whole answers take no longer.`,
    because,
    actions,
  },
  runbook: {
    means:
      'A proxy collects some kilobytes before it passes them on, so a stream comes in lumps: the first token takes as long ' +
      'as the buffer takes to fill, and the last comes in time. Short answers do not look like streams at all.',
    check: [COMPARE, 'The setting: nginx `proxy_buffering`, `proxy_buffer_size`; compression of `text/event-stream`'],
    avoid: ['Do not tune the engines: their first token is early', 'Do not raise the buffer: it holds longer'],
  },
})

const firstTokenUnexplained: Fallback = {
  cause: 'outside',
  title: (at) => say`The time to the first token is lost outside the engines: it comes after ${times(at)}.`,
  because,
  actions,
  runbook: {
    means:
      'The first token leaves the engines early and comes late to the gateway. A buffer that holds the stream back makes ' +
      'it, and so does a gateway that is slow or full; how long whole answers take there tells the two apart.',
    check: [COMPARE, 'Whole answers: the latency of the gateway beside the mean of `vllm:e2e_request_latency_seconds`'],
    avoid: ['Do not tune the engines: their first token is early'],
  },
}

export const firstTokenOutside = group({
  id: 'first_token_outside',
  ask: say`Does the first token come much later at the gateway than at the engines?`,
  when: comesLate,
  members: [gatewayBuffers],
  otherwise: firstTokenUnexplained,
})
