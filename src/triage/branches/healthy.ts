import { readOnly } from '../../domain/action.ts'
import { say } from '../../domain/text.ts'
import { endToEndMean, interTokenMean, interTokenP99, ttftMean, ttftP99 } from '../../signals/vllm/latency.ts'
import { runningRequests, waitingMean, waitingPeak } from '../../signals/vllm/scheduler.ts'
import { completions, generation } from '../../signals/vllm/traffic.ts'
import { CALM, CALM_AT_REST } from '../diagnosis/calm.ts'
import { above, below, rose } from '../predicates/fleet-tests.ts'
import { NONE_ALONE, NO_ALARM, alarmSentences } from '../diagnosis/harm.ts'
import { branch } from '../node.ts'
import { allOf, not, whereThere } from '../predicates/predicate.ts'
import { anyRow, rowAbove, rowRoseOfOld } from '../predicates/row-tests.ts'
import { fleetSentence } from '../predicates/sentences.ts'
import { SLOWER, TAIL_SLOWER, TOKEN_SLOWER, TOKEN_TAIL_SLOWER } from '../thresholds/latency.ts'
import { AT_WORK } from '../thresholds/load.ts'
import { QUEUE } from '../thresholds/queue.ts'

export const healthy = branch({
  id: 'healthy',
  ask: say`Does the fleet work, with nobody waiting and latency as before?`,
  when: allOf(
    not(anyRow(rowAbove(waitingMean, QUEUE))),
    above(generation, AT_WORK),
    not(rose(endToEndMean, SLOWER)),
    not(rose(ttftMean, SLOWER)),
    not(rose(interTokenMean, TOKEN_SLOWER)),
    not(anyRow(rowRoseOfOld(interTokenMean, TOKEN_SLOWER))),
    // A few requests that are far slower hardly move a mean, and are what pages.
    not(whereThere(rose(ttftP99, TAIL_SLOWER))),
    not(whereThere(rose(interTokenP99, TOKEN_TAIL_SLOWER))),
  ),
  confirm: [...CALM, NONE_ALONE, NO_ALARM],
  settleWith: say`look at waiting, time to first token and end-to-end latency against an hour ago`,
  conclude: {
    cause: 'healthy',
    title: () => say`The engines are healthy: nobody waits, and no latency is worse than before.`,
    because: (at) => [
      ...alarmSentences(at.evidence),
      ...[waitingMean, ttftMean, interTokenMean, endToEndMean, completions].map((signal) => fleetSentence(at, signal)),
    ],
    actions: () => ({
      now: [readOnly(say`If users see slowness all the same, look between them and the gateway`)],
      today: [],
      thisWeek: [],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'The fleet works: nobody waits, and neither the first token, nor the tokens after it, nor the whole takes ' +
      'longer than before. It is said of the engines alone: what is slow before them, or slow for one client ' +
      'only, does not show in the means of a fleet. It is sure only where the gateway was read as well: its latency, ' +
      'its 5xx and 499, and its time to first token.',
    check: [
      'Nobody waits: `max by (instance) (max_over_time(vllm:num_requests_waiting[5m]))`',
      'Mean time to first token, now and with `offset 1h`: `sum(rate(vllm:time_to_first_token_seconds_sum[5m])) / sum(rate(vllm:time_to_first_token_seconds_count[5m]))`',
      'Past the engines: the latency and the errors of the gateway, by client',
    ],
    avoid: [
      'Do not close it on this alone when users go on complaining: look at the gateway, and at their own requests',
      'Do not restart: nothing in the engines asks for it',
    ],
  },
})

/** Nothing runs, nothing waits, and no token is made. */
export const isIdle = allOf(below(runningRequests, 1), below(waitingPeak, 1), not(above(generation, AT_WORK)))

export const idle = branch({
  id: 'idle',
  ask: say`Is the fleet idle: nothing runs, nothing waits, no token is made?`,
  when: isIdle,
  confirm: [...CALM_AT_REST, NONE_ALONE, NO_ALARM],
  settleWith: say`vllm:num_requests_running and vllm:num_requests_waiting`,
  conclude: {
    cause: 'healthy',
    title: () => say`The fleet is idle: nothing runs, nothing waits, and no token is made.`,
    because: (at) => [
      ...alarmSentences(at.evidence),
      ...[runningRequests, waitingPeak, generation].map((signal) => fleetSentence(at, signal)),
    ],
    actions: () => ({
      now: [readOnly(say`If there should be traffic, look at the gateway and at what the callers say`)],
      today: [],
      thisWeek: [],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'Nothing runs, nothing waits and no token is made, and it was so before: the engines wait for work. A hang ' +
      'holds requests, and missing telemetry says nothing at all; neither is this.',
    check: [
      '`sum(vllm:num_requests_running)` and `sum(vllm:num_requests_waiting)` are 0, and `sum(rate(vllm:generation_tokens_total[5m]))`, too',
      'Does it answer? `curl -m 20 -sS <instance>/v1/models`, then a request for one token',
    ],
    avoid: [
      'Do not restart an idle engine: a GPU at 100 % with the power of an idle one may only spin while it waits',
      'Do not call it an outage before you know whether somebody should be sending requests',
    ],
  },
})
