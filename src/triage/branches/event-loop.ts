import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import { say } from '../../domain/text.ts'
import { apiServerCpu, scrapeDuration } from '../../signals/scrape.ts'
import { endToEndMean } from '../../signals/vllm/latency.ts'
import { waitingMean } from '../../signals/vllm/scheduler.ts'
import { recentSteps } from '../../signals/vllm/traffic.ts'
import { below, rose } from '../predicates/fleet-tests.ts'
import { branch } from '../node.ts'
import { whereThere } from '../predicates/predicate.ts'
import { allOf, anyOf, not } from '../predicates/predicate.ts'
import { eitherOf } from '../predicates/row-logic.ts'
import { anyRow, mostRows, onThem, rowAbove, rowAtLeast, together } from '../predicates/row-tests.ts'
import { fleetSentence, firstRow, knownSentences, nameRows, oneOr, rowSentence } from '../predicates/sentences.ts'
import { LATE_SCRAPE, VERY_LATE_SCRAPE } from '../thresholds/latency.ts'
import { CORE_USED_UP, MORE_CPU } from '../thresholds/process.ts'
import { MOST, QUEUE } from '../thresholds/queue.ts'
import { isApiServer } from './frontend.ts'

// /metrics is answered by the same event loop: where it is blocked, scrapes are late while the engine steps on.
export const eventLoopBlocked = branch({
  id: 'event_loop',
  ask: say`Is the event loop of an API server blocked: it has no core left, or answers scrapes late while its engine steps?`,
  when: anyOf(
    allOf(
      isApiServer,
      whereThere(anyRow(eitherOf(rowAbove(apiServerCpu, CORE_USED_UP), rowAtLeast(scrapeDuration, LATE_SCRAPE)))),
    ),
    whereThere(anyRow(together(rowAtLeast(scrapeDuration, VERY_LATE_SCRAPE), rowAbove(recentSteps, 0)))),
  ),
  confirm: [
    {
      test: below(waitingMean, QUEUE),
      excludes: 'queue',
      settleWith: say`vllm:num_requests_waiting by instance`,
    },
    {
      test: allOf(onThem(rowAbove(apiServerCpu, CORE_USED_UP)), rose(apiServerCpu, MORE_CPU)),
      strength: 'supports',
      excludes: 'frontend',
      settleWith: say`does the API server use one core whole, and did not before? py-spy top --pid <APIServer>`,
    },
    {
      test: not(whereThere(mostRows(rowAtLeast(scrapeDuration, LATE_SCRAPE), MOST))),
      strength: 'supports',
      excludes: 'telemetry.missing',
      settleWith: say`scrapes of most are late at once: is it Prometheus or the network between? Time one by hand`,
    },
  ],
  settleWith: say`scrape_duration_seconds of the instance, and py-spy top --pid <APIServer>`,
  conclude: {
    cause: 'frontend.event_loop_block',
    title: (at) =>
      oneOr(
        at.outcome.rows,
        say`The API server of ${nameRows(at.outcome.rows)} is blocked by its own work; the engine behind it is not what is slow.`,
        say`The API servers of ${nameRows(at.outcome.rows)} are blocked by their own work; the engines behind them are not what is slow.`,
      ),
    because: (at) => {
      const row = firstRow(at)
      const own =
        row === undefined
          ? []
          : [apiServerCpu, scrapeDuration, recentSteps].map((signal) => rowSentence(at, signal, row))
      return [...own, ...knownSentences(at, endToEndMean), fleetSentence(at, waitingMean)]
    },
    actions: () => ({
      now: [
        readOnly(say`What holds the loop?`, 'py-spy dump --pid <APIServer>'),
        readOnly(say`Don't restart it on a probe: it is busy, not dead`),
      ],
      today: [
        reversible(say`Limit the size of bodies at the gateway; give probes 30 s`),
        disruptive(say`Run more API servers: --api-server-count`),
      ],
      thisWeek: [reversible(say`Alert on scrape_duration_seconds of the vLLM targets`)],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'One event loop takes requests, splits prompts into tokens, sends answers and serves scrapes and probes. A body of ' +
      'some megabytes, a slow tokenizer or many streams fill its one core, and all others wait, while the engine steps ' +
      'on. To a probe it looks dead, and to a scrape gone.',
    check: [
      'Late scrapes: `scrape_duration_seconds` of the instance; a gap grows with the size of the body that made it',
      'One core: `rate(process_cpu_seconds_total[5m])` near 1, where the API server is a process of its own',
      'The engine steps: `rate(vllm:iteration_tokens_total_count[2m])`, and the start time of the process has not changed',
    ],
    avoid: [
      'Do not restart on scrapes or probes that time out',
      'Do not add threads: they share one interpreter lock',
      'Do not add GPUs behind the same API server',
    ],
  },
})
