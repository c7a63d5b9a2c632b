import type { StageTime } from '../../domain/diagnosis.ts'
import { readOnly, reversible } from '../../domain/action.ts'
import type { Answer } from '../../domain/diagnosis.ts'
import type { Evidence } from '../../domain/evidence.ts'
import { formatMeasure, formatPercent, formatSeconds } from '../../domain/quantity.ts'
import type { Measure } from '../../domain/reading.ts'
import { english, say } from '../../domain/text.ts'
import type { Text } from '../../domain/text.ts'
import { gatewayCpu, gatewayLatency } from '../../signals/gateway.ts'
import { runningRequests } from '../../signals/vllm/scheduler.ts'
import { completions } from '../../signals/vllm/traffic.ts'
import { endToEndMean } from '../../signals/vllm/latency.ts'
import { up } from '../../signals/scrape.ts'
import { above, rose } from '../predicates/fleet-tests.ts'
import { anyRow, rowIsZero } from '../predicates/row-tests.ts'
import { holdsWithoutProgress } from '../engine/no-progress.ts'
import { gatewayServesThisFleet } from '../outside/gateway-test.ts'
import { fleetNow, rowKeys } from '../predicates/lookup.ts'
import { latencyBudget } from '../engine/latency-budget.ts'
import { branch } from '../node.ts'
import type { Confirmation } from '../node.ts'
import { whereThere } from '../predicates/predicate.ts'
import { allOf, firstKnown, judge, not } from '../predicates/predicate.ts'
import type { Predicate } from '../predicates/predicate.ts'
import { fleetSentence } from '../predicates/sentences.ts'
import { explainsGrowth } from '../engine/stage-test.ts'
import { GUILTY_SHARE, SLOWER, UNTIMED } from '../thresholds/latency.ts'
import { LOST_OUTSIDE, WORKER_BUSY } from '../thresholds/outside.ts'

const apiServerIsTimed: Predicate = {
  reads: [endToEndMean],
  text: 'end-to-end latency covers the API server',
  evaluate(evidence) {
    const now = latencyBudget(evidence).api_server.now
    const isTimed = now.status === 'present' && now.value >= UNTIMED && areAlike(evidence)
    const holds = isTimed ? 'yes' : 'unknown'
    return judge({
      evidence,
      signal: endToEndMean,
      now,
      threshold: say`≥ ${formatSeconds(UNTIMED)} beside the three stages`,
      holds,
    })
  },
}

/** V1 names its engines since 0.8.3. Of a half-upgraded fleet the mean says nothing of either half. */
function areAlike(evidence: Evidence): boolean {
  const kinds = rowKeys(evidence, [runningRequests]).map(({ engine }) => engine !== undefined)
  return new Set(kinds).size <= 1
}

const FAR = say`> ${formatSeconds(LOST_OUTSIDE.seconds)} and ${formatPercent(LOST_OUTSIDE.part)} longer than the engines`

/** For want of an hour before: the gateway takes so much longer than the engines that this is where the time is. */
const isFarSlower: Predicate = {
  reads: [gatewayLatency, endToEndMean],
  text: english`the gateway takes ${FAR}`,
  evaluate(evidence) {
    const { outside, e2e } = latencyBudget(evidence)
    const now = fleetNow(evidence, gatewayLatency)
    return judge({ evidence, signal: gatewayLatency, now, threshold: FAR, holds: areFar(outside.now, e2e.now) })
  },
}

function areFar(lost: Measure, inside: Measure): Answer {
  if (lost.status === 'absent' || inside.status === 'absent') return 'unknown'
  return lost.value > Math.max(LOST_OUTSIDE.seconds, LOST_OUTSIDE.part * inside.value) ? 'yes' : 'no'
}

export const isSlower = firstKnown(
  allOf(rose(gatewayLatency, SLOWER), explainsGrowth('outside', GUILTY_SHARE)),
  isFarSlower,
)

/** Its workers have no core left. */
export const isBusy = whereThere(above(gatewayCpu, WORKER_BUSY))

/** What must hold before the time is said to be lost between the gateway and the engines. */
export const OUTSIDE_ONLY: readonly Confirmation[] = [
  {
    test: not(rose(endToEndMean, SLOWER)),
    excludes: 'frontend',
    settleWith: say`compare the engines' end-to-end latency with an hour ago`,
  },
  // V0 starts the end-to-end clock inside the engine, so there the API server's time looks like the gateway's.
  {
    test: apiServerIsTimed,
    excludes: 'frontend',
    settleWith: say`look at the CPU of the API server: is one core at 100 %?`,
  },
  {
    test: gatewayServesThisFleet,
    strength: 'supports',
    excludes: 'healthy',
    settleWith: say`look at this fleet's route alone: the gateway seems to serve others, too`,
  },
  // An engine that hung while idle shows nobody running, and finishes nothing.
  {
    test: not(anyRow(rowIsZero(completions))),
    strength: 'supports',
    excludes: 'engine.hang',
    settleWith: say`send a one-token request to each instance`,
  },
  // A request that is stuck in an engine is long at the gateway and in no histogram of the engine.
  {
    test: not(holdsWithoutProgress),
    excludes: 'engine.hang',
    settleWith: say`send a one-token request to each instance`,
  },
  {
    test: not(anyRow(rowIsZero(up))),
    excludes: 'instance.down',
    settleWith: say`look at Prometheus' /targets: is every vLLM target up?`,
  },
]

export const gateway = branch({
  id: 'gateway',
  ask: say`Is it outside the engines: clients wait longer at the gateway than the engines take?`,
  when: allOf(isSlower, not(isBusy)),
  confirm: [
    ...OUTSIDE_ONLY,
    {
      test: rose(gatewayLatency, SLOWER),
      strength: 'supports',
      excludes: 'healthy',
      settleWith: say`has it always taken so long? compare the gateway's latency with an hour ago`,
    },
  ],
  settleWith: say`compare the gateway's latency with vllm:e2e_request_latency_seconds`,
  conclude: {
    cause: 'outside',
    title: (at) => {
      const { outside, e2e } = latencyBudget(at.evidence)
      return say`The time is lost outside the engines: ${nowAndBefore(outside)} between gateway and engine; end to end inside takes ${nowAndBefore(e2e)}.`
    },
    because: (at) => [fleetSentence(at, gatewayLatency), fleetSentence(at, endToEndMean)],
    actions: () => ({
      now: [
        readOnly(say`Look at the gateway's CPU, workers and connection limits`),
        readOnly(say`Compare its upstream time with its own: upstream high points at the network or at slow clients`),
      ],
      today: [reversible(say`Scale or restart the gateway; undo its last change`)],
      thisWeek: [reversible(say`Alert on gateway latency less engine latency`)],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'Clients wait longer at the gateway than the engines take: the time is lost in the gateway, in the network ' +
      'or before the engine. The API server of vLLM V0 looks the same, since its time is in no histogram; so does ' +
      'a request that is stuck in an engine.',
    check: [
      'Mean at the gateway: `sum(rate(nginx_ingress_controller_request_duration_seconds_sum[5m])) / sum(rate(nginx_ingress_controller_request_duration_seconds_count[5m]))`, beside the mean of `vllm:e2e_request_latency_seconds`',
      "The same one-token request through the gateway and straight to an instance: `curl -o /dev/null -sw '%{time_starttransfer} %{time_total}' …`",
      'Ages of failed requests that lie within a second of 30, 60, 100, 120, 300 or 600 s: the timeout of one hop',
    ],
    avoid: [
      'Do not scale or restart the engines: they are not what is slow',
      'Do not raise a timeout while requests wait in the engines: it hides the overload',
      'Do not let the gateway try again on a timeout: it doubles the load',
    ],
  },
})

function nowAndBefore({ now, baseline }: StageTime): Text {
  return say`${formatMeasure(now, 'seconds')} (was ${formatMeasure(baseline, 'seconds')})`
}
