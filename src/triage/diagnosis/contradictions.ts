import type { Evidence } from '../../domain/evidence.ts'
import { oncePer } from '../../domain/once.ts'
import { formatQuantity } from '../../domain/quantity.ts'
import { valueOf } from '../../domain/reading.ts'
import { say } from '../../domain/text.ts'
import type { Text } from '../../domain/text.ts'
import { lengthOf } from '../../domain/window.ts'
import { up } from '../../signals/scrape.ts'
import type { Signal } from '../../signals/signal.ts'
import { serving } from '../../signals/serving.ts'
import { decodeMean, endToEndMean, prefillMean, queueMean } from '../../signals/vllm/latency.ts'
import {
  preemptions,
  preemptionsPerRequest,
  runningMean,
  runningRequests,
  waitingMean,
  waitingPeak,
  waitingRequests,
} from '../../signals/vllm/scheduler.ts'
import { completions } from '../../signals/vllm/traffic.ts'
import { fleetNow, rowsOf } from '../predicates/lookup.ts'
import { fleetSentence } from '../predicates/sentences.ts'
import { QUEUE } from '../thresholds/queue.ts'
import { LONGER_THAN_THE_WHOLE } from '../thresholds/latency.ts'

/** Readings that cannot all be true: nothing can be sure that rests on one of them. */
export interface Contradiction {
  readonly signals: readonly Signal[]
  readonly text: Text
}

/** What each engine counts and the fleet's value adds up: all of nothing is nothing. */
const SUMMED = [waitingRequests, waitingMean, runningRequests, runningMean, completions, up, serving] as const
/** Each value of these is in the mean, if only for one scrape of the window. */
const MOMENTS = [waitingRequests, waitingPeak] as const
const STAGES_OF_THE_WHOLE = [queueMean, prefillMean, decodeMean] as const

/** The signals that can be held against one another. */
export const COMPARED: readonly Signal[] = [
  ...new Set<Signal>([...SUMMED, ...MOMENTS, ...STAGES_OF_THE_WHOLE, endToEndMean, preemptions, preemptionsPerRequest]),
]

/** Found once for an evidence: each finding asks. */
export const contradictionsIn = oncePer(findIn)

/** Of one reading one is enough. */
function findIn(evidence: Evidence): readonly Contradiction[] {
  const all = [sums, moments, stages, evictions, answers].flatMap((find) => find(evidence))
  return all.filter(({ signals: [first] }, index) => all.findIndex(({ signals }) => signals[0] === first) === index)
}

/** The fleet has what no instance has, or has none of what one has. */
function sums(evidence: Evidence): readonly Contradiction[] {
  return SUMMED.flatMap((signal) => {
    const all = valueIn(evidence, signal)
    const rows = rowsOf(evidence, signal).map(({ now }) => valueOf(now))
    const each = rows.filter((value) => value !== undefined)
    if (all === undefined || each.length === 0 || each.length < rows.length) return []
    const [some, none] = [all >= 1, all === 0]
    const areNone = each.every((value) => value === 0)
    const isWrong = (some && areNone && areAll(evidence, each.length)) || (none && each.some((value) => value >= 1))
    if (!isWrong) return []
    const most = formatQuantity(Math.max(...each), signal.unit)
    const text = areNone
      ? say`${sentence(evidence, signal)}, yet each instance that was read has none`
      : say`${sentence(evidence, signal)}, yet an instance has ${most}`
    return [{ signals: [signal], text }]
  })
}

/** Of a part of the fleet its rows say nothing of the rest. */
function areAll(evidence: Evidence, rows: number): boolean {
  const scraped = valueIn(evidence, up)
  return scraped === undefined || rows >= scraped
}

/** No scrape comes oftener than each second: a value that was there for one is that part of the mean. */
function moments(evidence: Evidence): readonly Contradiction[] {
  const mean = valueIn(evidence, waitingMean)
  return MOMENTS.flatMap((signal) => {
    const moment = valueIn(evidence, signal)
    if (mean === undefined || moment === undefined || moment <= QUEUE) return []
    return mean * lengthOf(evidence.window) < moment ? [pair(evidence, signal, waitingMean)] : []
  })
}

/** A part takes no longer than the whole. */
function stages(evidence: Evidence): readonly Contradiction[] {
  const whole = valueIn(evidence, endToEndMean)
  return STAGES_OF_THE_WHOLE.flatMap((signal) => {
    const part = valueIn(evidence, signal)
    const isLonger =
      whole !== undefined &&
      part !== undefined &&
      part > whole * LONGER_THAN_THE_WHOLE.times + LONGER_THAN_THE_WHOLE.least
    return isLonger ? [pair(evidence, signal, endToEndMean)] : []
  })
}

function evictions(evidence: Evidence): readonly Contradiction[] {
  const [all, each] = [valueIn(evidence, preemptions), valueIn(evidence, preemptionsPerRequest)]
  if (all === undefined || each === undefined || all > 0 === each > 0) return []
  return [pair(evidence, preemptions, preemptionsPerRequest)]
}

/** Where the instances are told apart, those whose scrape alone fails are known by name. */
function answers(evidence: Evidence): readonly Contradiction[] {
  const isApart = rowsOf(evidence, up).length > 0
  const isWrong = !isApart && valueIn(evidence, up) === 0 && (valueIn(evidence, serving) ?? 0) > 0
  return isWrong ? [pair(evidence, up, serving)] : []
}

function pair(evidence: Evidence, one: Signal, other: Signal): Contradiction {
  return {
    signals: [one, other],
    text: say`${sentence(evidence, one)}, yet ${sentence(evidence, other)}`,
  }
}

function sentence(evidence: Evidence, signal: Signal): Text {
  return fleetSentence({ evidence, outcome: { answer: 'unknown', used: [], rows: [], missing: [] } }, signal)
}

function valueIn(evidence: Evidence, signal: Signal): number | undefined {
  return valueOf(fleetNow(evidence, signal))
}
