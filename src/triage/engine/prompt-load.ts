import { formatNumber } from '../../domain/quantity.ts'
import { valueOf } from '../../domain/reading.ts'
import { english, say } from '../../domain/text.ts'
import { runningMean } from '../../signals/vllm/scheduler.ts'
import {
  generation,
  promptLengthMean,
  promptLengthP99,
  promptRate,
  stepTokensMean,
  stepTokensP99,
} from '../../signals/vllm/traffic.ts'
import { answerFor, fell, rose } from '../predicates/fleet-tests.ts'
import { baselineOf, fleetNow, rowsOf } from '../predicates/lookup.ts'
import { anyOf, joinAll, judge, not } from '../predicates/predicate.ts'
import type { Predicate } from '../predicates/predicate.ts'
import { WORKS_HARDER } from '../thresholds/load.ts'
import { LONG_TAIL, MOSTLY_PROMPT, STEPS_FULL, TAIL_GREW, WORKS_LESS } from '../thresholds/queue.ts'

/** A few prompts are far longer than the rest. */
export const hasLongTail: Predicate = {
  reads: [promptLengthP99, promptLengthMean],
  text: english`${promptLengthP99.title} ≥ ${LONG_TAIL.times} × the mean before, and ≥ ${LONG_TAIL.least} tokens`,
  evaluate(evidence) {
    const now = fleetNow(evidence, promptLengthP99)
    const usual = valueOf(baselineOf(evidence, promptLengthMean))
    const limit = Math.max(LONG_TAIL.least, LONG_TAIL.times * (usual ?? 0))
    const isLong = answerFor(now, (tail) => tail >= limit)
    // What is shorter than a step is no long tail, whatever the mean was.
    const holds = usual === undefined && isLong === 'yes' ? 'unknown' : isLong
    const outcome = judge({
      evidence,
      signal: promptLengthP99,
      now,
      threshold: say`≥ ${formatNumber(limit)} tokens`,
      holds,
    })
    return now.status === 'present' && holds === 'unknown' ? { ...outcome, missing: [promptLengthMean] } : outcome
  },
}

export const tailGrew = rose(promptLengthP99, TAIL_GREW)

/** The scheduler fills every step to its budget, and mostly with prompt tokens: a step of decodes alone is even, too. */
export const stepsAreFull: Predicate = {
  reads: [stepTokensMean, stepTokensP99, runningMean],
  text: `the mean engine step holds ≥ ${STEPS_FULL} × the tokens of the fullest, and ≥ ${MOSTLY_PROMPT} for each request that runs`,
  evaluate(evidence) {
    const mean = fleetNow(evidence, stepTokensMean)
    const fullest = fleetNow(evidence, stepTokensP99)
    const running = fleetNow(evidence, runningMean)
    const engines = rowsOf(evidence, runningMean).length
    const [most, requests] = [fullest, running].map(valueOf)
    const isRead = most !== undefined && requests !== undefined && engines > 0
    const least = isRead ? Math.max(STEPS_FULL * most, (MOSTLY_PROMPT * requests) / engines) : undefined
    const holds = least === undefined ? 'unknown' : answerFor(mean, (tokens) => tokens >= least)
    const threshold = least === undefined ? say`near the fullest step` : say`≥ ${formatNumber(least)} tokens`
    return joinAll([
      judge({ evidence, signal: stepTokensMean, now: mean, threshold, holds }),
      judge({ evidence, signal: stepTokensP99, now: fullest, threshold: say`the fullest step`, holds }),
    ])
  },
}

/** More tokens a second than before: the fleet works harder, it is not slower. */
export const worksHarder = anyOf(rose(generation, WORKS_HARDER), rose(promptRate, WORKS_HARDER))

export const readsMorePrompts = rose(promptRate, WORKS_HARDER)
export const readsAsManyPrompts = not(fell(promptRate, WORKS_LESS))
export const generatesLess = fell(generation, WORKS_LESS)
