import type { ActionPlan } from '../../domain/action.ts'
import { readOnly, reversible } from '../../domain/action.ts'
import { say } from '../../domain/text.ts'
import type { Text } from '../../domain/text.ts'
import { runningRequests, waitingMean } from '../../signals/vllm/scheduler.ts'
import { recentGeneration, recentSteps } from '../../signals/vllm/traffic.ts'
import { loggedGeneration } from '../../signals/log.ts'
import { serving } from '../../signals/serving.ts'
import { onlyByHand } from '../predicates/by-hand.ts'
import { answersDirectly, isSilent } from '../engine/direct-word.ts'
import { branch } from '../node.ts'
import type { Case } from '../node.ts'
import { anyOf, yesOnly } from '../predicates/predicate.ts'
import { eitherOf, rowWhereThere } from '../predicates/row-logic.ts'
import { anyRow, onThem, rowAbove, rowIsZero, together } from '../predicates/row-tests.ts'
import { firstRow, rowsDo, rowSentence } from '../predicates/sentences.ts'
import { QUEUE } from '../thresholds/queue.ts'

const hangsButAnswers = together(
  rowWhereThere(answersDirectly),
  rowAbove(runningRequests, 0),
  rowIsZero(recentGeneration),
  rowIsZero(recentSteps),
)
const worksButIsSilent = together(rowWhereThere(isSilent), rowAbove(recentSteps, 0), rowAbove(waitingMean, QUEUE))

// It makes an outage longer or a busy engine die, but is never what began it: it stands behind all causes.
export const probeWrong = branch({
  id: 'probe_wrong',
  ask: say`Does a probe say the contrary of what the steps say?`,
  when: anyRow(eitherOf(hangsButAnswers, worksButIsSilent)),
  confirm: [
    {
      // Its last scrape may be older than its death.
      test: anyOf(onThem(answersDirectly), yesOnly(onThem(rowAbove(loggedGeneration, 0)))),
      strength: 'supports',
      excludes: 'instance.down',
      settleWith: say`ask again in a minute, with patience: curl -m 30 -sS <instance>/health`,
    },
    {
      test: onlyByHand('a probe asks it the same'),
      strength: 'supports',
      excludes: 'healthy',
      settleWith: say`kubectl get pod <pod> -o yaml | grep -A8 Probe: what does each ask, and how long does it wait?`,
    },
  ],
  settleWith: say`compare /health with the rate of vllm:iteration_tokens_total_count on the same instance`,
  conclude: {
    cause: 'telemetry.probe_wrong',
    title: (at) =>
      isHanging(at)
        ? say`${rowsDo(at.outcome.rows, say`answers when asked but makes no step`, say`answer when asked but make no step`)}: a probe that asks the same sees nothing wrong.`
        : say`${rowsDo(at.outcome.rows, say`does not answer in time but goes on stepping`, say`do not answer in time but go on stepping`)}: busy, not dead, and a probe without patience may kill what works.`,
    because: (at) => {
      const row = firstRow(at)
      if (row === undefined) return []
      return [serving, runningRequests, waitingMean, recentSteps].map((signal) => rowSentence(at, signal, row))
    },
    actions: (at) => (isHanging(at) ? OF_A_HANG : OF_A_BUSY_ONE),
  },
  runbook: {
    means:
      "A probe asks the API server, and the steps are the engine's: a hung engine goes on answering 200, and a busy API " +
      'server answers late while its engine works. Where the two disagree the steps are right.',
    check: [
      'Steps of the instance: `rate(vllm:iteration_tokens_total_count[2m])`; they advance, or they do not while requests run',
      'A probe that is too strict: `kubectl describe pod` tells of failed liveness probes and of restarts under load',
    ],
    avoid: [
      'Do not restart what steps',
      'Do not take a failed scrape for idle or dead',
      'Do not compare the counter across a restart: it begins anew',
    ],
  },
})

const OF_A_HANG: ActionPlan<Text> = {
  now: [readOnly(say`Don't trust a green probe: look at the steps`)],
  today: [],
  thisWeek: [
    reversible(
      say`Make liveness a heartbeat: requests run and vllm:iteration_tokens_total_count stands still for two minutes`,
    ),
  ],
  rollback: [],
}

const OF_A_BUSY_ONE: ActionPlan<Text> = {
  now: [readOnly(say`Don't restart it: steps advance`, 'curl -m 30 -sS <instance>/health')],
  today: [reversible(say`Give the liveness probe 10 s and three misses`)],
  thisWeek: [],
  rollback: [],
}

function isHanging({ evidence, outcome }: Case): boolean {
  return outcome.rows.every((row) => hangsButAnswers.answer(evidence, row) === 'yes')
}
