import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import { loggedAborts } from '../../signals/log.ts'
import { runningMean, runningMost, runningRequests, waitingMean } from '../../signals/vllm/scheduler.ts'
import { completions, recentGeneration } from '../../signals/vllm/traffic.ts'
import type { Answer } from '../../domain/diagnosis.ts'
import { valueOf } from '../../domain/reading.ts'
import { english, say } from '../../domain/text.ts'
import { onlyByHand } from '../predicates/by-hand.ts'
import { logSentences, logged } from '../engine/log-words.ts'
import { rowNow } from '../predicates/lookup.ts'
import { branch } from '../node.ts'
import { judge, whereThere } from '../predicates/predicate.ts'
import { eitherOf, rowNot, rowWhereThere } from '../predicates/row-logic.ts'
import { anyRow, rowAbove, rowFell, rowIsZero, together } from '../predicates/row-tests.ts'
import type { RowTest } from '../predicates/row-tests.ts'
import { firstRow, nameRows, rowsDo, rowSentence } from '../predicates/sentences.ts'
import { FEWER_REQUESTS } from '../thresholds/load.ts'
import { QUEUE } from '../thresholds/queue.ts'

/** At every look of the window the same number ran. */
export const neverMoved: RowTest = {
  reads: [runningMean, runningMost],
  text: english`${runningMost.title} is what ran all the time`,
  answer(evidence, row): Answer {
    const [mean, most] = [runningMean, runningMost].map((signal) => valueOf(rowNow(evidence, signal, row)))
    if (mean === undefined || most === undefined) return 'unknown'
    return mean === most ? 'yes' : 'no'
  },
  evaluate(evidence, row) {
    const now = rowNow(evidence, runningMost, row)
    return judge({
      evidence,
      signal: runningMost,
      now,
      row,
      threshold: say`as all the time`,
      holds: neverMoved.answer(evidence, row),
    })
  },
}

const holdsItsSlots = together(
  rowAbove(runningRequests, 0),
  neverMoved,
  rowAbove(recentGeneration, 0),
  rowIsZero(completions),
  rowFell(completions, FEWER_REQUESTS),
)

/** Its log tells of an abort, and yet as many run as before; none is known to end, and none to take a slot that came free. */
const runsOnAfterAnAbort = together(
  rowAbove(runningRequests, 0),
  neverMoved,
  logged(loggedAborts),
  rowNot(rowWhereThere(rowAbove(completions, 0))),
  rowNot(rowWhereThere(rowAbove(waitingMean, QUEUE))),
)

export const stuckSlots = branch({
  id: 'stuck_slots',
  ask: say`Do the same requests run all the time and make tokens, and does none end?`,
  when: whereThere(anyRow(eitherOf(holdsItsSlots, runsOnAfterAnAbort))),
  confirm: [
    {
      test: onlyByHand('the clients have gone'),
      strength: 'supports',
      excludes: 'decode.runaway_generation',
      settleWith: say`are their clients still connected? ss -tn on the instance, or the access log of the gateway; if they are, the answers are long`,
    },
  ],
  settleWith: say`vllm:num_requests_running beside vllm:request_success_total over ten minutes`,
  conclude: {
    cause: 'engine.abort_not_honoured',
    title: (at) =>
      say`${rowsDo(at.outcome.rows, say`computes the same requests all the time and ends none`, say`compute the same requests all the time and ends none`)}: their clients may have gone.`,
    because: (at) => {
      const row = firstRow(at)
      if (row === undefined) return []
      return [
        ...[runningRequests, runningMost, recentGeneration, completions].map((signal) => rowSentence(at, signal, row)),
        ...logSentences(at, row),
      ]
    },
    actions: (at) => ({
      now: [
        readOnly(say`Are their clients still there?`, 'ss -tn state established | grep <port>'),
        disruptive(say`If they are not, restart ${nameRows(at.outcome.rows)} when it may be spared`),
      ],
      today: [reversible(say`Lower max_tokens at the gateway: it bounds how long a slot is held`)],
      thisWeek: [disruptive(say`Take a release that ends what clients gave up: requests with n > 1 were not, in V0`)],
      rollback: [reversible(say`Put max_tokens back`)],
    }),
  },
  runbook: {
    means:
      'Slots are held, tokens are made and nothing ends. Clients gave up and the engine did not hear of it ' +
      '(engine.abort_not_honoured), or they wait for answers that run to their cap (decode.runaway_generation). ' +
      'Only whether the clients are there tells the two apart. It is no hang: tokens are made.',
    check: [
      'The same number all the time: `changes(vllm:num_requests_running[10m]) == 0` with `rate(vllm:generation_tokens_total[5m]) > 0`',
      'Nothing ends: `increase(vllm:request_success_total[10m]) == 0`',
      'Who is connected: `ss -tn` on the instance; in the log `Aborted request` while the number that runs stays',
    ],
    avoid: [
      'Do not take it for a hang: tokens are made',
      'Do not raise the timeouts of clients before you know whether they left',
    ],
  },
})
