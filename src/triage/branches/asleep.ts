import { disruptive, readOnly } from '../../domain/action.ts'
import { say } from '../../domain/text.ts'
import { awake } from '../../signals/vllm/features.ts'
import { endToEndMean, ttftMean } from '../../signals/vllm/latency.ts'
import { runningRequests, waitingMean, waitingRequests } from '../../signals/vllm/scheduler.ts'
import { recentGeneration } from '../../signals/vllm/traffic.ts'
import { rose } from '../predicates/fleet-tests.ts'
import { branch } from '../node.ts'
import { anyOf } from '../predicates/predicate.ts'
import { anyRow, onThem, rowAbove, rowIsZero, together } from '../predicates/row-tests.ts'
import { firstRow, nameRows, oneOr, rowSentence } from '../predicates/sentences.ts'
import { SLOWER } from '../thresholds/latency.ts'
import { QUEUE } from '../thresholds/queue.ts'

// An engine put to sleep keeps its /metrics and /health and serves nobody until it is woken (docs/features/sleep_mode.md).
export const asleep = branch({
  id: 'asleep',
  ask: say`Was an engine put to sleep?`,
  when: anyRow(rowIsZero(awake)),
  confirm: [
    {
      test: onThem(together(rowIsZero(awake), rowIsZero(recentGeneration))),
      excludes: 'healthy',
      settleWith: say`ask the engine itself: curl <instance>/is_sleeping`,
    },
    // One that sleeps while the others manage is as somebody wanted it.
    {
      test: anyOf(anyRow(rowAbove(waitingMean, QUEUE)), rose(ttftMean, SLOWER), rose(endToEndMean, SLOWER)),
      strength: 'supports',
      excludes: 'healthy',
      settleWith: say`does anybody wait for it? compare waiting and time to first token with an hour ago`,
    },
  ],
  settleWith: say`curl <instance>/is_sleeping`,
  conclude: {
    cause: 'instance.asleep',
    title: (at) =>
      oneOr(
        at.outcome.rows,
        say`${nameRows(at.outcome.rows)} sleeps: it was told to by /sleep, and serves nobody until it is woken.`,
        say`${nameRows(at.outcome.rows)} sleep: they were told to by /sleep, and serve nobody until they are woken.`,
      ),
    because: (at) => {
      const row = firstRow(at)
      const signals = [awake, recentGeneration, runningRequests, waitingRequests]
      return row === undefined ? [] : signals.map((signal) => rowSentence(at, signal, row))
    },
    actions: (at) => ({
      now: [
        readOnly(
          say`Who put it to sleep? Look for calls of /sleep: a scheduler, a trainer that shares the GPU, a person`,
        ),
        disruptive(say`Wake what should serve: ${nameRows(at.outcome.rows)}`, 'curl -X POST <instance>/wake_up'),
      ],
      today: [],
      thisWeek: [readOnly(say`Take an engine out of the balancer before it is put to sleep`)],
      rollback: [disruptive(say`Put it to sleep again`, "curl -X POST '<instance>/sleep?level=1'")],
    }),
  },
  runbook: {
    means:
      'The engine tells of itself that it sleeps: its weights are in host memory or gone, so that something else can use the GPU. It is alive, its /health answers, and requests sent to it get nothing. It is no hang and no outage, and a restart is not what it needs.',
    check: [
      'Which engines sleep: `vllm:engine_sleep_state{sleep_state="awake"} == 0`',
      'Ask one itself: `curl <instance>/is_sleeping`',
    ],
    avoid: [
      'Do not restart it before you know who put it to sleep: what shares its GPU may fail for want of memory.',
      'Do not leave it in the balancer: it takes its share of requests and answers none.',
    ],
  },
})
