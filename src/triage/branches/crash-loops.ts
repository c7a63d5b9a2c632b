import { readOnly, reversible } from '../../domain/action.ts'
import { say } from '../../domain/text.ts'
import { loggedDeaths, loggedWorkerDeaths } from '../../signals/log.ts'
import { onlyByHand } from '../predicates/by-hand.ts'
import { isDown, isSilent } from '../engine/direct-word.ts'
import { orLogTells } from '../engine/log-words.ts'
import { branch } from '../node.ts'
import type { Branch, Confirmation } from '../node.ts'
import { anyOf, not, whereThere } from '../predicates/predicate.ts'
import { eitherOf, rowNot, rowWhereThere } from '../predicates/row-logic.ts'
import { anyRow, mostRows, onThem, together } from '../predicates/row-tests.ts'
import { nameRows, rowsDo } from '../predicates/sentences.ts'
import { hasStarted, startsAgainAndAgain } from '../engine/started.ts'
import { MOST } from '../thresholds/queue.ts'
import { CRASHES } from './crash-kinds.ts'
import type { CrashKind } from './crash-kinds.ts'
import { crashLoop } from './crash-loop.ts'
import { instanceDown } from './instance-down.ts'
import { gpuFault, reportsFault } from './gpu-fault.ts'

/** Asked before the plain loop, which is said where no reading tells why. */
function loopOf({ sign, isCountedByLog, confirm = [], cause, why, today, whether, ...page }: CrashKind): Branch {
  const isInLoop = isCountedByLog ? eitherOf(startsAgainAndAgain, isDown) : startsAgainAndAgain
  return branch({
    ...page,
    ask: say`${whether}?`,
    when: anyRow(together(isInLoop, sign)),
    confirm: [...(isCountedByLog ? [] : crashLoop.confirm), ...confirm],
    conclude: {
      cause,
      title: (at) => say`${rowsDo(at.outcome.rows, say`starts again and again`, say`start again and again`)}: ${why}`,
      because: crashLoop.conclude.because,
      actions: (at) => ({ ...crashLoop.conclude.actions(at), today }),
    },
  })
}

/** A GPU's fault is concluded as it is of any instance; in a loop it is asked first, since it explains it. */
const loopOnBrokenGpu = branch({
  ...gpuFault,
  id: 'crash_hw_fault',
  ask: say`Does a GPU report a hardware error under an instance that starts again and again?`,
  when: anyRow(together(startsAgainAndAgain, rowWhereThere(reportsFault))),
  confirm: [...crashLoop.confirm, ...gpuFault.confirm],
})

export const crashLoops: readonly Branch[] = [loopOnBrokenGpu, ...Object.values(CRASHES).map(loopOf)]

/** It is dead by two words: it is silent when asked, or its log tells of a death that nothing came after. */
const IS_DEAD: Confirmation = {
  test: orLogTells(onThem(isSilent), loggedDeaths, loggedWorkerDeaths),
  strength: 'supports',
  excludes: 'telemetry.missing',
  settleWith: say`only its scrape may be broken; ask it directly: curl -m 5 -sS <instance>/health`,
}

/** One that is down and whose last words say why. */
function deathOf({ id, sign, confirm = [], cause, why, today, whether, ...page }: CrashKind): Branch {
  return branch({
    ...page,
    id: `${id}_down`,
    ask: say`${whether}, and does it not answer since?`,
    when: anyRow(together(isDown, sign)),
    confirm: [IS_DEAD, ...confirm],
    conclude: {
      cause,
      title: (at) => say`${rowsDo(at.outcome.rows, say`does not answer`, say`do not answer`)}: ${why}`,
      because: instanceDown.conclude.because,
      actions: (at) => ({ ...instanceDown.conclude.actions(at), today }),
    },
  })
}

const deadOnBrokenGpu = branch({
  ...gpuFault,
  id: 'crash_hw_fault_down',
  ask: say`Does a GPU report a hardware error under an instance that does not answer?`,
  when: anyRow(together(isDown, rowWhereThere(reportsFault))),
})

export const deaths: readonly Branch[] = [
  deadOnBrokenGpu,
  ...[CRASHES.gpuMemory, CRASHES.hostMemory, CRASHES.aborts, CRASHES.sharedMemory, CRASHES.disk].map(deathOf),
]

const startedOnce = together(hasStarted, rowNot(startsAgainAndAgain))

/** A deploy ends processes, too, and what a log tells of before it need not be why. */
const WAS_NO_DEPLOY: readonly Confirmation[] = [
  {
    test: not(mostRows(hasStarted, MOST)),
    strength: 'supports',
    excludes: 'healthy',
    settleWith: say`kubectl rollout history: was it a deploy that started most of them anew?`,
  },
  {
    test: onlyByHand('it was this that ended the process, and no deploy and nobody by hand'),
    strength: 'supports',
    excludes: 'healthy',
    settleWith: say`kubectl describe pod <pod>: its last state; kubectl rollout history: was it a deploy?`,
  },
]

/** One restart took an instance's part away for minutes: it is told beside what came of that, and last. */
function crashOf({ id, sign, confirm = [], cause, why, whether, ...page }: CrashKind): Branch {
  return branch({
    ...page,
    id: `${id}_once`,
    ask: say`${whether}, and has it started again once?`,
    when: anyRow(together(startedOnce, sign)),
    confirm: [...WAS_NO_DEPLOY, ...confirm],
    conclude: {
      cause,
      title: (at) => say`${nameRows(at.outcome.rows)} started again within half an hour, perhaps for this: ${why}`,
      because: crashLoop.conclude.because,
      actions: () => ({
        now: [
          readOnly(say`It is up: watch whether it stays so`, 'kubectl get pods -w'),
          readOnly(say`Read its log from before the restart`, 'kubectl logs <pod> --previous --tail=200'),
        ],
        today: [],
        thisWeek: [reversible(say`Alert on a second restart of one instance within a day`)],
        rollback: [],
      }),
    },
  })
}

export const crashesOnce: readonly Branch[] = [CRASHES.gpuMemory, CRASHES.hostMemory, CRASHES.aborts].map(crashOf)

/** Whether the reasons are asked for at all; what cannot be read of it the plain questions leave open. */
export const isDownOrLoops = whereThere(anyOf(anyRow(startsAgainAndAgain), anyRow(isDown)))
export const anyStartedOnce = whereThere(anyRow(startedOnce))
