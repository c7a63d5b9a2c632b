import type { Answer } from '../../domain/diagnosis.ts'
import type { Evidence } from '../../domain/evidence.ts'
import { formatSeconds } from '../../domain/quantity.ts'
import type { Measure } from '../../domain/reading.ts'
import type { Text } from '../../domain/text.ts'
import { english, say } from '../../domain/text.ts'
import { interTokenMean } from '../../signals/vllm/latency.ts'
import { runningMean } from '../../signals/vllm/scheduler.ts'
import { completions } from '../../signals/vllm/traffic.ts'
import type { Expected } from './batch-curve.ts'
import { fleetExpected, rowExpected } from './batch-pairs.ts'
import { rose } from '../predicates/fleet-tests.ts'
import { baselineOf, fleetNow, rowBefore, rowNow } from '../predicates/lookup.ts'
import type { Confirmation } from '../node.ts'
import { allOf, joinAll, judge, not } from '../predicates/predicate.ts'
import type { Predicate } from '../predicates/predicate.ts'
import type { RowTest } from '../predicates/row-tests.ts'
import { AS_BATCH, SLOWER_THAN_BATCH } from '../thresholds/decode.ts'
import { LARGER_BATCH, MORE_REQUESTS } from '../thresholds/load.ts'

/** Tokens take no longer than the batch explains: by the line of before, or in proportion at most where there is none. */
export const batchExplains: Predicate = {
  reads: [interTokenMean, runningMean],
  text: english`${interTokenMean.title} ≤ ${AS_BATCH} × what its batch explains, by their pairs of before`,
  evaluate(evidence) {
    const expected = fleetExpected(evidence)
    const threshold = say`≤ ${AS_BATCH} × ${wordsOf(expected)}`
    const holds = explains(fleetNow(evidence, interTokenMean), expected)
    return joinAll(
      [interTokenMean, runningMean].map((signal) =>
        judge({
          evidence,
          signal,
          now: fleetNow(evidence, signal),
          baseline: baselineOf(evidence, signal),
          threshold: signal === runningMean ? say`as many as explain it` : threshold,
          holds,
        }),
      ),
    )
  },
}

/**
 * The same by a line alone. A slower engine runs more at once by itself, and so stays within what arithmetic allows, too;
 * only what such a batch took before tells the two apart.
 */
export const batchIsSeenToExplain: Predicate = {
  ...batchExplains,
  text: english`${batchExplains.text}, a line through several`,
  evaluate(evidence, about) {
    const outcome = batchExplains.evaluate(evidence, about)
    const isGuess = outcome.answer === 'yes' && (fleetExpected(evidence)?.pairs ?? 0) === 0
    return isGuess ? { ...outcome, answer: 'unknown', missing: [interTokenMean, runningMean] } : outcome
  },
}

/** More requests come, so more run at once, and that explains what tokens take. */
const batchGrewAndExplains = allOf(rose(runningMean, LARGER_BATCH), rose(completions, MORE_REQUESTS), batchExplains)

/** A larger batch makes each token slower, and nothing is wrong then. */
export const noLargerBatch: Confirmation = {
  test: not(batchGrewAndExplains),
  excludes: 'decode.batch_growth',
  settleWith: say`plot inter-token latency against vllm:num_requests_running over the last week`,
}

/** An engine's tokens take longer than its batch explains. */
export const slowerThanBatch: RowTest = {
  reads: [interTokenMean, runningMean],
  text: english`${interTokenMean.title} > ${SLOWER_THAN_BATCH} × what its batch explains, by their pairs of before`,
  answer: (evidence, row) => exceeds(rowNow(evidence, interTokenMean, row), rowExpected(evidence, row)),
  evaluate(evidence, row) {
    const expected = rowExpected(evidence, row)
    const threshold = say`> ${SLOWER_THAN_BATCH} × ${wordsOf(expected)}`
    const now = rowNow(evidence, interTokenMean, row)
    const baseline = rowBefore(evidence, interTokenMean, row)
    return judge({ evidence, signal: interTokenMean, now, baseline, row, threshold, holds: exceeds(now, expected) })
  },
}

/** `27 ms, what its batch took before, by 12 pairs`. */
function wordsOf(expected: Expected | undefined): Text {
  if (expected === undefined) return say`what its batch explains, which no reading of before tells`
  const most = formatSeconds(expected.most)
  return expected.pairs === 0
    ? say`${most}, the most that its batch explains`
    : say`${most}, what its batch took before, by ${expected.pairs} ${expected.pairs === 1 ? say`pair` : say`pairs`}`
}

/** The sentence of it for the fleet; nothing where nothing is known. */
export function expectedSentences(evidence: Evidence): readonly Text[] {
  const expected = fleetExpected(evidence)
  return expected === undefined ? [] : [say`of this batch I expect per token: ${wordsOf(expected)}`]
}

function explains(now: Measure, expected: Expected | undefined): Answer {
  if (expected === undefined || now.status === 'absent') return 'unknown'
  if (now.value <= expected.most * AS_BATCH) return 'yes'
  return now.value > expected.most * SLOWER_THAN_BATCH ? 'no' : 'unknown'
}

/** Between the least and the most it may be the batch or not. */
function exceeds(now: Measure, expected: Expected | undefined): Answer {
  if (expected === undefined || now.status === 'absent') return 'unknown'
  if (now.value > expected.most * SLOWER_THAN_BATCH) return 'yes'
  return now.value <= expected.least * AS_BATCH ? 'no' : 'unknown'
}
