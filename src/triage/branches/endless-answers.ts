import { readOnly, reversible } from '../../domain/action.ts'
import type { Answer } from '../../domain/diagnosis.ts'
import type { Evidence } from '../../domain/evidence.ts'
import { formatNumber } from '../../domain/quantity.ts'
import type { RowKey } from '../../domain/reading.ts'
import { valueOf } from '../../domain/reading.ts'
import { lengthOf } from '../../domain/window.ts'
import { say } from '../../domain/text.ts'
import { kvUsage, runningMost, runningRequests } from '../../signals/vllm/scheduler.ts'
import { completions, recentGeneration } from '../../signals/vllm/traffic.ts'
import { onlyByHand } from '../predicates/by-hand.ts'
import { rowBefore, rowNow } from '../predicates/lookup.ts'
import { branch } from '../node.ts'
import { judge, whereThere } from '../predicates/predicate.ts'
import { anyRow, rowAbove, rowIsZero, together } from '../predicates/row-tests.ts'
import type { RowTest } from '../predicates/row-tests.ts'
import { firstRow, rowSentence, rowsDo } from '../predicates/sentences.ts'
import { ENDLESS_TOKENS } from '../thresholds/decode.ts'
import { neverMoved } from './stuck-slots.ts'

/** What each of those that run has made in the window, if the same ones ran all the time. */
function tokensOfEach(evidence: Evidence, row: RowKey): number | undefined {
  const made = valueOf(rowNow(evidence, recentGeneration, row))
  const run = valueOf(rowNow(evidence, runningMost, row))
  return made === undefined || run === undefined || run === 0 ? undefined : (made * lengthOf(evidence.window)) / run
}

const isEndless: RowTest = {
  reads: [recentGeneration, runningMost],
  text: `each of those that run has made > ${formatNumber(ENDLESS_TOKENS)} tokens in the window`,
  answer(evidence, row): Answer {
    const tokens = tokensOfEach(evidence, row)
    if (tokens === undefined) return 'unknown'
    return tokens > ENDLESS_TOKENS ? 'yes' : 'no'
  },
  evaluate(evidence, row) {
    const now = rowNow(evidence, recentGeneration, row)
    const threshold = say`> ${formatNumber(ENDLESS_TOKENS)} tokens of each that runs`
    return judge({ evidence, signal: recentGeneration, now, row, threshold, holds: isEndless.answer(evidence, row) })
  },
}

/** Who ended as few an hour ago does so as ever; and who ended more is asked about by stuck_slots. */
const endedUnknownBefore: RowTest = {
  reads: [completions],
  text: 'how many ended an hour ago is not known',
  answer: (evidence, row) => (rowBefore(evidence, completions, row).status === 'present' ? 'no' : 'yes'),
  evaluate(evidence, row) {
    const now = rowNow(evidence, completions, row)
    return judge({
      evidence,
      signal: completions,
      now,
      row,
      threshold: say`no hour before`,
      holds: this.answer(evidence, row),
    })
  },
}

export const endlessAnswers = branch({
  id: 'endless_answers',
  ask: say`Do the same few requests make far more tokens than an answer has, and none ends?`,
  when: whereThere(
    anyRow(together(rowAbove(runningRequests, 0), neverMoved, rowIsZero(completions), endedUnknownBefore, isEndless)),
  ),
  confirm: [
    {
      test: onlyByHand('their clients are still there'),
      strength: 'supports',
      excludes: 'engine.abort_not_honoured',
      settleWith: say`are their clients still connected? ss -tn on the instance, or the access log of the gateway`,
    },
  ],
  settleWith: say`rate(vllm:generation_tokens_total[2m]) over vllm:num_requests_running, and the requests that end`,
  conclude: {
    cause: 'decode.runaway_generation',
    title: (at) => {
      const row = firstRow(at)
      const tokens = row === undefined ? undefined : tokensOfEach(at.evidence, row)
      const each =
        tokens === undefined ? say`far more tokens than an answer has` : say`${formatNumber(tokens)} tokens each`
      return say`${rowsDo(at.outcome.rows, say`does not hang`, say`do not hang`)}: the same requests ran all the time and made ${each}, so they run to their token limit.`
    },
    because: (at) => {
      const row = firstRow(at)
      if (row === undefined) return []
      return [runningMost, recentGeneration, completions, kvUsage].map((signal) => rowSentence(at, signal, row))
    },
    actions: () => ({
      now: [
        readOnly(say`Whose are they, and is somebody still waiting for them? ss -tn on the instance`),
        reversible(say`Cap max_tokens or the thinking budget at the gateway`),
      ],
      today: [readOnly(say`Does the text repeat itself? A reasoning model can loop until its cap`)],
      thisWeek: [reversible(say`Alert on the share of finished_reason="length"`)],
      rollback: [reversible(say`Lift the cap`)],
    }),
  },
  runbook: {
    means:
      'A few requests make tokens at a good rate for minutes and none ends: answers that run to their cap, often a ' +
      'reasoning model that repeats itself. It is taken for a hang, which makes no token. Requests whose clients have ' +
      'left and that the engine did not end look the same.',
    check: [
      'Tokens are made: `rate(vllm:generation_tokens_total[2m]) > 0`; none ends: `increase(vllm:request_success_total[10m]) == 0`',
      'They end by their cap: `sum by (finished_reason) (increase(vllm:request_success_total[1h]))`, a growing part of `length`',
    ],
    avoid: [
      'Do not restart: nothing hangs, and what was half done is asked for again',
      'Do not let callers retry the same prompt: it runs to its cap again',
    ],
  },
})
