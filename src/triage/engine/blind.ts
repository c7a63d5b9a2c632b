import type { Evidence } from '../../domain/evidence.ts'
import type { Answer } from '../../domain/diagnosis.ts'
import type { RowKey } from '../../domain/reading.ts'
import { valueOf } from '../../domain/reading.ts'
import { commaed, english, say } from '../../domain/text.ts'
import type { Text } from '../../domain/text.ts'
import { SIGNALS } from '../../signals/catalog.ts'
import { otherEngines, up } from '../../signals/scrape.ts'
import type { Signal } from '../../signals/signal.ts'
import { endToEndMean, interTokenMean, queueMean, ttftMean } from '../../signals/vllm/latency.ts'
import {
  kvPeak,
  kvUsage,
  runningMean,
  runningMost,
  runningRequests,
  waitingMean,
  waitingPeak,
  waitingRequests,
} from '../../signals/vllm/scheduler.ts'
import { completions, generation, promptLengthMean, promptRate, recentGeneration } from '../../signals/vllm/traffic.ts'
import { above, noneExposed } from '../predicates/fleet-tests.ts'
import { fleetNow, isUnread, rowNow, rowsOf } from '../predicates/lookup.ts'
import { whereThere } from '../predicates/predicate.ts'
import { allOf, joinAll, joinAny, judge, not } from '../predicates/predicate.ts'
import type { Outcome, Predicate } from '../predicates/predicate.ts'

/** Every release since 0.4.2 has all of these, before it serves its first request. */
const ALWAYS = [runningRequests, waitingRequests, kvUsage, completions, generation] as const

/** The same series over the window, or their greatest: where one of these was read, its name is there. */
const OF_THE_SAME_NAMES = [waitingMean, waitingPeak, runningMean, runningMost, kvPeak, recentGeneration] as const

/** What else vLLM measures. */
const OTHERS = [ttftMean, endToEndMean, interTokenMean, queueMean, promptRate, promptLengthMean] as const

/** Scraped, and none of the series there that each vLLM has. */
export const isBlind = allOf(above(up, 0), noneExposed(ALWAYS), notHeard(OF_THE_SAME_NAMES))

/** vLLM is there after all, by its other names. A name that has no samples is of before. */
export const othersExposed: Predicate = {
  reads: OTHERS,
  text: 'other series of vLLM are exposed',
  evaluate(evidence) {
    const outcomes = OTHERS.map((signal) => {
      const now = fleetNow(evidence, signal)
      const isThere = now.status === 'present' || now.reason === 'no_traffic'
      const otherwise: Answer = isUnread(now) ? 'unknown' : 'no'
      return judge({ evidence, signal, now, threshold: say`exposed`, holds: isThere ? 'yes' : otherwise })
    })
    return joinAny([...outcomes, heard(FURTHER, evidence)])
  },
}

/** All that engines expose: one of these is enough, and none of them is missed. */
const FURTHER = SIGNALS.filter(
  (signal) =>
    signal.exposer === 'engine' && ![...ALWAYS, ...OF_THE_SAME_NAMES, ...OTHERS].some(({ id }) => id === signal.id),
)

/** What engines expose and was read although their usual names are not there. */
export function heardOf(evidence: Evidence): readonly Text[] {
  return [...OTHERS, ...FURTHER]
    .filter((signal) => fleetNow(evidence, signal).status === 'present')
    .map(({ title }) => title)
}

function heard(signals: readonly Signal[], evidence: Evidence): Outcome {
  const there = signals.filter((signal) => fleetNow(evidence, signal).status === 'present')
  const outcomes = there.map((signal) =>
    judge({ evidence, signal, now: fleetNow(evidence, signal), threshold: say`exposed`, holds: 'yes' }),
  )
  return there.length === 0 ? { answer: 'no', used: [], rows: [], missing: [] } : joinAny(outcomes)
}

function notHeard(signals: readonly Signal[]): Predicate {
  return not({ reads: signals, text: 'the same names were read', evaluate: (evidence) => heard(signals, evidence) })
}

export const anotherEngine = whereThere(above(otherEngines, 0))

/** Each target that is up shows another engine's series; one that shows none may be a vLLM that runs without stats. */
export const allAreOther: Predicate = {
  reads: [otherEngines, up],
  text: 'every target that is up shows series of another engine',
  evaluate(evidence) {
    const seen = new Set(rowsOf(evidence, otherEngines).map(({ key: { instance } }) => instance))
    const targets = rowsOf(evidence, up).filter(({ now }) => valueOf(now) === 1)
    const isAll: Answer = targets.every(({ key: { instance } }) => seen.has(instance)) ? 'yes' : 'no'
    const holds = seen.size === 0 || targets.length === 0 ? 'unknown' : isAll
    const now = fleetNow(evidence, otherEngines)
    return judge({ evidence, signal: otherEngines, now, threshold: say`on every target that is up`, holds })
  },
}

/** A part of what every vLLM has is exposed, and a part is not. */
export const partExposed: Predicate = {
  reads: ALWAYS,
  text: english`some of ${commaed(ALWAYS.map(({ title }) => title))} are exposed and some are not`,
  evaluate(evidence) {
    const all = ALWAYS.map((signal) => noneExposed([signal]).evaluate(evidence))
    const answers = all.map(({ answer }) => answer)
    const holds: Answer = answers.includes('yes') && answers.includes('no') ? 'yes' : 'no'
    const answer = answers.includes('unknown') ? 'unknown' : holds
    return { answer, used: all.flatMap(({ used }) => used), rows: [], missing: [] }
  },
}

/** The names of those that are not exposed. */
export function notExposed(evidence: Evidence): readonly Text[] {
  return ALWAYS.filter((signal) => noneExposed([signal]).evaluate(evidence).answer === 'yes').map(({ title }) => title)
}

/**
 * Some target is up and shows no vLLM series while others do. Of one model alone nothing is known: what serves another
 * has no series of this one.
 */
export const upWithoutSeries: Predicate = {
  reads: [up, runningRequests],
  text: 'some instance is scraped and has no vLLM series, while others have them',
  evaluate(evidence) {
    const otherwise: Answer = rowsOf(evidence, up).some(({ now }) => isUnread(now)) ? 'unknown' : 'no'
    const holds: Answer = mute(evidence).length > 0 ? 'yes' : otherwise
    const isKnown = evidence.scope.modelName === undefined && rowsOf(evidence, runningRequests).length > 0
    if (!isKnown) return { answer: 'unknown', used: [], rows: [], missing: [runningRequests] }
    const outcome = joinAll(
      mute(evidence).map((row) =>
        judge({ evidence, signal: up, now: rowNow(evidence, up, row), row, threshold: say`> 0`, holds: 'yes' }),
      ),
    )
    return { ...outcome, answer: holds, missing: holds === 'unknown' ? [up] : [] }
  },
}

/** The targets that are up and have no vLLM series. */
export function mute(evidence: Evidence): readonly RowKey[] {
  const seen = new Set(rowsOf(evidence, runningRequests).map(({ key: { instance } }) => instance))
  return rowsOf(evidence, up)
    .filter(({ key, now }) => valueOf(now) === 1 && !seen.has(key.instance))
    .map(({ key }) => key)
}
