import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import { say } from '../../domain/text.ts'
import { loggedOutOfMemory, loggedStartFailures } from '../../signals/log.ts'
import { restarts } from '../../signals/scrape.ts'
import { counterResets } from '../../signals/vllm/traffic.ts'
import { hasOomKills, oomSentences } from '../machine/host-words.ts'
import { logSentences, logTells } from '../engine/log-words.ts'
import { branch } from '../node.ts'
import type { Case } from '../node.ts'
import { anyOf, not } from '../predicates/predicate.ts'
import { rowFirstKnown } from '../predicates/row-logic.ts'
import { anyRow, mostRows, onThem, rowAbove } from '../predicates/row-tests.ts'
import { firstRow, rowsDo, rowSentence } from '../predicates/sentences.ts'
import { putBack, takeOut } from '../outside/take-out.ts'
import { countersReset, startsAgain, startsAgainAndAgain } from '../engine/started.ts'
import { severalAnswer } from './mixed-targets.ts'
import { CERTAIN_LOOP_STARTS } from '../thresholds/process.ts'
import { MOST } from '../thresholds/queue.ts'

export const crashLoop = branch({
  id: 'crash_loop',
  ask: say`Does an instance start again and again?`,
  when: anyRow(startsAgainAndAgain),
  confirm: [
    {
      test: onThem(countersReset),
      excludes: 'instance.down',
      settleWith: say`kubectl get pods: read RESTARTS and the last state of the pod`,
    },
    {
      test: onThem(startsAgain),
      excludes: 'instance.down',
      settleWith: say`kubectl get pods: read RESTARTS and the last state of the pod`,
    },
    {
      test: not(severalAnswer),
      excludes: 'telemetry.mixed_targets',
      settleWith: say`is a Service scraped instead of its pods? curl its /metrics twice and compare the start times`,
    },
    // One that cannot start is one; where most start again and again, somebody may be rolling them out.
    {
      test: not(mostRows(startsAgainAndAgain, MOST)),
      strength: 'supports',
      excludes: 'healthy',
      settleWith: say`kubectl rollout history: were these deploys of all instances?`,
    },
    // Two deploys within half an hour start a process twice, but it fails in neither.
    {
      test: anyOf(
        onThem(
          rowFirstKnown(rowAbove(restarts, CERTAIN_LOOP_STARTS - 1), rowAbove(counterResets, CERTAIN_LOOP_STARTS - 1)),
        ),
        logTells(loggedOutOfMemory, loggedStartFailures),
      ),
      strength: 'supports',
      excludes: 'instance.down',
      settleWith: say`kubectl rollout history: were these deploys?`,
    },
  ],
  settleWith: say`kubectl get pods: does RESTARTS grow?`,
  conclude: {
    cause: 'engine.crash_loop',
    title: (at) => say`${rowsDo(at.outcome.rows, say`starts again and again`, say`start again and again`)}.`,
    because: (at) => {
      const row = firstRow(at)
      if (row === undefined) return []
      return [
        rowSentence(at, restarts, row),
        rowSentence(at, counterResets, row),
        ...oomSentences(at, row),
        ...logSentences(at, row),
      ]
    },
    actions: (at) => ({
      now: [
        readOnly(say`Read the last words of the previous container`, 'kubectl logs <pod> --previous --tail=200'),
        ...(at.outcome.rows.some((row) => hasOomKills(at, row))
          ? [
              readOnly(
                say`Was it the process that the kernel killed for want of memory?`,
                'dmesg | grep -i "killed process"',
              ),
            ]
          : []),
        ...takeOut(at),
      ],
      today: [
        ...(isOutOfMemory(at)
          ? [disruptive(say`Give the GPU room: lower --gpu-memory-utilization, --max-num-seqs or --max-model-len`)]
          : []),
        disruptive(say`If it began with a release, roll that back`),
        readOnly(
          say`Tell a config error (same exception each start) from a probe (killed at constant age without one)`,
        ),
      ],
      thisWeek: [reversible(say`Give the pod a startupProbe that is longer than the model takes to load`)],
      rollback: [...putBack(at, say`Put back into the balancer what stays up`)],
    }),
  },
  runbook: {
    means:
      'A process starts, runs for a while and dies, again and again. Each start costs minutes of loading and an ' +
      'empty cache, and the peers carry its load meanwhile. Deploys in a row, and a Service that is scraped ' +
      'instead of its pods, look the same.',
    check: [
      'Starts within half an hour: `changes(process_start_time_seconds[30m])`, or `resets(vllm:generation_tokens_total[30m])` where the start time is not exposed',
      'The last state of the pod: `kubectl describe pod <pod>`; `OOMKilled` is memory of the host, a kill at a constant age without an exception is a probe',
      'The last words: `kubectl logs <pod> --previous --tail=200`; `EngineDeadError` is never the cause, the first error above it is (`CUDA out of memory`, `Engine core initialization failed`)',
    ],
    avoid: [
      'Do not delete the pod before its last words are saved',
      'Do not raise `--gpu-memory-utilization` against `CUDA out of memory`: it takes away the room that was missing',
      'Do not look for what changed when the alert fired: the time of the first bad start is the clue',
    ],
  },
})

/** Its log names the reason of the restarts. */
function isOutOfMemory({ evidence, outcome }: Case): boolean {
  return logTells(loggedOutOfMemory).evaluate(evidence, outcome.rows).answer === 'yes'
}
