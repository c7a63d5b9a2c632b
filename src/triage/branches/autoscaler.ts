import { readOnly, reversible } from '../../domain/action.ts'
import { say } from '../../domain/text.ts'
import { up } from '../../signals/scrape.ts'
import { onlyByHand } from '../predicates/by-hand.ts'
import { isDown } from '../engine/direct-word.ts'
import { logSentences } from '../engine/log-words.ts'
import { lastScaling, wasScaled } from '../outside/told-changes.ts'
import { branch } from '../node.ts'
import { allOf } from '../predicates/predicate.ts'
import { anyRow } from '../predicates/row-tests.ts'
import { fleetSentence, rowsDo } from '../predicates/sentences.ts'

export const autoscaler = branch({
  id: 'autoscaler',
  ask: say`Is an instance missing that was scaled away, as somebody told?`,
  when: allOf(wasScaled, anyRow(isDown)),
  confirm: [
    {
      test: onlyByHand('its pod was deleted on purpose and did not crash'),
      strength: 'supports',
      excludes: 'instance.down',
      settleWith: say`kubectl get events --sort-by=.lastTimestamp | grep -iE 'scal|kill'; a crash has a last state and an exit code`,
    },
  ],
  settleWith: say`kubectl get events --sort-by=.lastTimestamp | grep -iE 'scal|kill'`,
  conclude: {
    cause: 'change.autoscaler',
    title: (at) =>
      say`${rowsDo(at.outcome.rows, say`does not answer`, say`do not answer`)}, and the fleet was scaled just before: ${lastScaling(at.evidence)?.text ?? say`nobody says how`}.`,
    because: (at) => [fleetSentence(at, up), ...at.outcome.rows.flatMap((row) => logSentences(at, row)).slice(0, 3)],
    actions: () => ({
      now: [
        readOnly(
          say`Who deleted it, and why?`,
          'kubectl describe hpa; kubectl describe scaledobject; kubectl get events --sort-by=.lastTimestamp',
        ),
        reversible(say`If it was needed, hold the autoscaler: set minReplicas to what runs now`),
      ],
      today: [reversible(say`Make its cooldown longer than a start takes, weights and compile included`)],
      thisWeek: [reversible(say`Scale on requests that wait, and take none away that has not served yet`)],
      rollback: [reversible(say`Put minReplicas and the cooldown back`)],
    }),
  },
  runbook: {
    means:
      'An instance is gone because the number of instances was lowered, not because it died. An autoscaler whose patience ' +
      'is shorter than a start takes each new one away before it serves, again and again, and nothing crashes anywhere. ' +
      'That both happened at once is all that is known here.',
    check: [
      'The events: `kubectl get events --sort-by=.lastTimestamp | grep -iE "scal|kill"`',
      'No crash: the exit code and the last state of the pod, `kubectl describe pod <pod>`',
    ],
    avoid: [
      'Do not look for a crash in the engine before you looked at the events',
      'Do not raise maxReplicas: what is taken away too early is taken away from more',
    ],
  },
})
