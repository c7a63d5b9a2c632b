import { readOnly, reversible } from '../../domain/action.ts'
import { formatMeasure } from '../../domain/quantity.ts'
import { gatewayLatency } from '../../signals/gateway.ts'
import { endToEndMean } from '../../signals/vllm/latency.ts'
import { rose } from '../fleet-tests.ts'
import { latencyBudget } from '../latency-budget.ts'
import { branch } from '../node.ts'
import { allOf, not } from '../predicate.ts'
import { fleetSentence } from '../sentences.ts'
import { explainsGrowth } from '../stage-test.ts'
import { GUILTY_SHARE, SLOWER } from '../thresholds.ts'

export const gateway = branch({
  id: 'gateway',
  ask: 'Is it outside the engines: clients wait longer at the gateway than the engines take?',
  when: allOf(rose(gatewayLatency, SLOWER), explainsGrowth('outside', GUILTY_SHARE)),
  confirm: [
    {
      test: not(rose(endToEndMean, SLOWER)),
      excludes: 'frontend',
      settleWith: "compare the engines' end-to-end latency with an hour ago",
    },
  ],
  settleWith: "compare the gateway's latency with vllm:e2e_request_latency_seconds",
  conclude: {
    cause: 'outside',
    title: (at) => {
      const { now, baseline } = latencyBudget(at.evidence).outside
      return `The time is lost outside the engines: ${formatMeasure(now, 'seconds')} between gateway and engine (was ${formatMeasure(baseline, 'seconds')}), every stage inside is flat.`
    },
    because: (at) => [fleetSentence(at, gatewayLatency), fleetSentence(at, endToEndMean)],
    actions: () => ({
      now: [
        readOnly("Look at the gateway's CPU, workers and connection limits"),
        readOnly('Compare its upstream time with its own: upstream high points at the network or at slow clients'),
      ],
      today: [reversible('Scale or restart the gateway; undo its last change')],
      thisWeek: [reversible('Alert on gateway latency less engine latency')],
      rollback: [],
    }),
  },
})
