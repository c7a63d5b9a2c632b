import { readOnly, reversible } from '../../domain/action.ts'
import { say } from '../../domain/text.ts'
import { startsBack } from '../../signals/scrape.ts'
import { counterResets } from '../../signals/vllm/traffic.ts'
import { branch } from '../node.ts'
import { rowFirstKnown } from '../predicates/row-logic.ts'
import { anyRow, onThem, rowAtLeast } from '../predicates/row-tests.ts'
import { firstRow, rowsDo, rowSentence } from '../predicates/sentences.ts'
import { CERTAIN_STARTS_BACK, IMPOSSIBLE_RESETS, STARTS_BACK } from '../thresholds/process.ts'

const goesBack = rowAtLeast(startsBack, STARTS_BACK)
const isSeveral = rowFirstKnown(goesBack, rowAtLeast(counterResets, IMPOSSIBLE_RESETS))

/** Of the rows that a branch is about: what looks like starts are other processes that answer. */
export const severalAnswer = onThem(isSeveral)

// Behind a Service each scrape reaches another pod: gauges jump between them, and counters fall as if they were reset.
export const mixedTargets = branch({
  id: 'mixed_targets',
  ask: say`Do several processes answer for one target?`,
  when: anyRow(isSeveral),
  confirm: [
    {
      // A clock that was set goes back, but takes no counters with it.
      test: onThem(rowAtLeast(counterResets, STARTS_BACK)),
      excludes: 'engine.crash_loop',
      settleWith: say`ask the target twice: curl -s <instance>/metrics | grep process_start_time_seconds`,
    },
    {
      test: onThem(rowAtLeast(startsBack, CERTAIN_STARTS_BACK)),
      strength: 'supports',
      excludes: 'engine.crash_loop',
      settleWith: say`was a clock set? ask the target some times whether process_start_time_seconds changes to and fro`,
    },
  ],
  settleWith: say`ask the target some times: does process_start_time_seconds change to and fro?`,
  conclude: {
    cause: 'telemetry.mixed_targets',
    title: (at) =>
      say`${rowsDo(at.outcome.rows, say`stands for several processes`, say`stand for several processes`)}: the numbers jump between the processes, and none can be believed.`,
    because: (at) => {
      const row = firstRow(at)
      return row === undefined ? [] : [rowSentence(at, startsBack, row), rowSentence(at, counterResets, row)]
    },
    actions: () => ({
      now: [
        readOnly(
          say`Judge by the gateway's latency and the engines' own /metrics, asked pod by pod, until this is mended`,
        ),
      ],
      today: [
        reversible(say`Scrape the pods and not their Service: a PodMonitor, or kubernetes_sd_configs with role: pod`),
      ],
      thisWeek: [
        reversible(say`Alert on resets(process_start_time_seconds[30m]) > 1, so that this is seen before it matters`),
      ],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'One target of Prometheus stands for several processes, mostly because a Service is scraped instead of its ' +
      'pods. Gauges jump and counters fall as if they were reset, which looks like a crash loop or a load that ' +
      'swings.',
    check: [
      'Does the start time change more often than RESTARTS in `kubectl get pods`? `changes(process_start_time_seconds[30m])`',
      'Ask the target some times; two start times that come and go are two processes: `for i in 1 2 3 4 5 6; do curl -s <instance>/metrics | grep ^process_start_time; done`',
    ],
    avoid: [
      'Do not restart what seems to crash: no process did',
      'Do not believe a rate of that target, nor the peers beside it, before the pods are scraped one by one',
    ],
  },
})
