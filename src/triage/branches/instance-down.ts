import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import { valueOf } from '../../domain/reading.ts'
import { say } from '../../domain/text.ts'
import { loggedDeaths, loggedStartFailures, loggedWorkerDeaths } from '../../signals/log.ts'
import { up } from '../../signals/scrape.ts'
import { answerFor } from '../predicates/fleet-tests.ts'
import { fleetNow } from '../predicates/lookup.ts'
import { isDown, isSilent } from '../engine/direct-word.ts'
import { oomSentences } from '../machine/host-words.ts'
import { logSentences, orLogTells } from '../engine/log-words.ts'
import { branch } from '../node.ts'
import type { Case } from '../node.ts'
import { anyOf, judge, not } from '../predicates/predicate.ts'
import type { Predicate } from '../predicates/predicate.ts'
import { anyRow, onThem } from '../predicates/row-tests.ts'
import { rowsDo } from '../predicates/sentences.ts'
import { startsAgainAndAgain } from '../engine/started.ts'

/** Fewer targets are up than the config says there should be; without that word it is a no, not an unknown. */
const fewerThanExpected: Predicate = {
  reads: [up],
  text: 'fewer instances are up than expected_instances',
  evaluate(evidence) {
    const expected = evidence.expectations.instances
    const now = fleetNow(evidence, up)
    if (expected === undefined) return { answer: 'no', used: [], rows: [], missing: [] }
    const holds = answerFor(now, (count) => count < expected)
    return judge({ evidence, signal: up, now, threshold: say`< ${expected}`, holds })
  },
}

/** It only keeps another cause out: that counters did not start anew is no witness of what is down. */
const staysDown: Predicate = {
  ...not(onThem(startsAgainAndAgain)),
  evaluate: (evidence, about) => ({ ...not(onThem(startsAgainAndAgain)).evaluate(evidence, about), used: [] }),
}

export const instanceDown = branch({
  id: 'instance_down',
  ask: say`Is an instance missing?`,
  when: anyOf(anyRow(isDown), fewerThanExpected),
  confirm: [
    {
      test: orLogTells(onThem(isSilent), loggedDeaths, loggedWorkerDeaths, loggedStartFailures),
      strength: 'supports',
      excludes: 'telemetry.missing',
      settleWith: say`only its scrape may be broken; ask it directly: curl -m 5 -sS <instance>/health`,
    },
    // One that starts again and again is down half of the time.
    {
      test: staysDown,
      strength: 'supports',
      excludes: 'engine.crash_loop',
      settleWith: say`kubectl get pods: does RESTARTS grow?`,
    },
  ],
  settleWith: say`look at Prometheus' /targets, then kubectl get pods`,
  conclude: {
    cause: 'instance.down',
    title: (at) =>
      at.outcome.rows.length === 0
        ? say`Only ${valueOf(fleetNow(at.evidence, up)) ?? '?'} of ${at.evidence.expectations.instances ?? '?'} expected instances are there.`
        : say`${rowsDo(at.outcome.rows, say`does not answer`, say`do not answer`)} ${areAllSilent(at) ? say`when asked directly either` : say`Prometheus' scrapes`}.`,
    because: (at) => [
      say`${valueOf(fleetNow(at.evidence, up)) ?? '?'} targets are up`,
      areAllSilent(at)
        ? say`whyslow asked for /health and /v1/models itself; its words on each are with the sources`
        : say`a failed scrape alone is no reason for a restart: the port, the network or a blocked event loop look the same`,
      ...at.outcome.rows.flatMap((row) => [...logSentences(at, row), ...oomSentences(at, row)]).slice(0, 3),
    ],
    actions: () => ({
      now: [
        readOnly(say`Is it dead, or only its scrape?`, 'curl -m 5 -sS <instance>/health'),
        readOnly(
          say`What happened to the pod?`,
          'kubectl describe pod <pod>; kubectl logs <pod> --previous --tail=200',
        ),
      ],
      today: [disruptive(say`If it is dead, start it again or drain its node; first save logs, dmesg and nvidia-smi`)],
      thisWeek: [reversible(say`Keep one instance in reserve, so that losing one is no incident`)],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'A target does not answer Prometheus, or fewer are up than there should be. It may be dead, hung or cut ' +
      'off. A broken scrape, a saturated instance whose `/metrics` times out and a blocked event loop look the ' +
      'same, and there requests go on being served.',
    check: [
      'Targets that do not answer, with your job: `up{job=~"vllm.*"} == 0`; the error stands beside them on the /targets page of Prometheus',
      'Ask it: `curl -m 5 -sS <instance>/health`, then for one token',
      'Is it still serving? Look for `200 OK` in its access log of the last minute, and at the rate of its upstream at the gateway',
      'What happened to the pod: `kubectl describe pod <pod>`, `kubectl logs <pod> --previous --tail=200`',
    ],
    avoid: [
      'Do not restart on `up == 0` alone: a saturated instance that serves fails its scrapes, too',
      'Do not shorten the timeouts of probes: under load a short one kills instances that are only busy',
      'Do not take the survivors for the cause: they are hot because they carry its load',
    ],
  },
})

function areAllSilent(at: Case): boolean {
  return at.outcome.rows.every((row) => isSilent.answer(at.evidence, row) === 'yes')
}
