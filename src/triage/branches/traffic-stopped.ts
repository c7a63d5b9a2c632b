import { readOnly } from '../../domain/action.ts'
import { say } from '../../domain/text.ts'
import { completions, generation } from '../../signals/vllm/traffic.ts'
import { runningRequests, waitingRequests } from '../../signals/vllm/scheduler.ts'
import { below, fell } from '../predicates/fleet-tests.ts'
import { branch } from '../node.ts'
import { allOf } from '../predicates/predicate.ts'
import { fleetSentence } from '../predicates/sentences.ts'
import { STOPPED } from '../thresholds/load.ts'

export const trafficStopped = branch({
  id: 'traffic_stopped',
  ask: say`Has traffic stopped reaching the fleet?`,
  when: allOf(fell(completions, STOPPED), below(runningRequests, 1), below(waitingRequests, 1)),
  confirm: [
    {
      test: below(generation, 1),
      excludes: 'engine.hang',
      settleWith: say`send a request through the gateway, and one directly to an instance`,
    },
  ],
  settleWith: say`send a request through the gateway, and one directly to an instance`,
  conclude: {
    cause: 'outside',
    title: () => say`Requests have stopped coming: nothing runs and nothing waits, and that was not so before.`,
    because: (at) => [completions, runningRequests, waitingRequests].map((signal) => fleetSentence(at, signal)),
    actions: () => ({
      now: [
        readOnly(say`Does a request get through the gateway?`, 'curl -m 20 <gateway>/v1/models'),
        readOnly(say`Look at DNS, certificates and the routes of the gateway, and at what the callers say`),
      ],
      today: [],
      thisWeek: [],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'Requests no longer reach a fleet that served some before: nothing runs, nothing waits, and the engines are ' +
      'idle rather than ill. The end of a batch job looks the same, and so does an engine that hung while it was ' +
      'idle.',
    check: [
      'Requests that finish, now and with `offset 1h`: `sum(rate(vllm:request_success_total[5m]))`',
      'Through the gateway, and straight to an instance: `curl -m 20 -sS <gateway>/v1/models`, `curl -m 20 -sS <instance>/v1/models`',
      'The way there: `dig <gateway>`, the date of its certificate, its routes, its 4xx and 5xx',
    ],
    avoid: [
      'Do not restart idle engines: they wait for work, and their caches are worth keeping',
      'Do not scale in by it: when the way is mended all of the traffic comes back at once',
    ],
  },
})
