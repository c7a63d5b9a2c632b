import type { Answer } from '../../domain/diagnosis.ts'
import type { Evidence } from '../../domain/evidence.ts'
import type { AbsentReason, Measure } from '../../domain/reading.ts'
import { valueOf } from '../../domain/reading.ts'
import type { Text } from '../../domain/text.ts'
import { commaed, say } from '../../domain/text.ts'
import { lengthOf } from '../../domain/window.ts'
import { hostOomKills } from '../../signals/host.ts'
import { gpuMemoryErrors, gpuXid } from '../../signals/gpu.ts'
import {
  loggedAbortFailures,
  loggedDeaths,
  loggedDiskFull,
  loggedGpuFaults,
  loggedNcclTimeouts,
  loggedOutOfMemory,
  loggedShmFull,
  loggedWorkerDeaths,
  loggedWorkerHangs,
} from '../../signals/log.ts'
import { restarts, up } from '../../signals/scrape.ts'
import { serving } from '../../signals/serving.ts'
import type { Signal } from '../../signals/signal.ts'
import { kvTransferFailures } from '../../signals/vllm/features.ts'
import {
  decodeMean,
  endToEndMean,
  interTokenP99,
  prefillMean,
  queueMean,
  ttftMean,
  ttftP99,
} from '../../signals/vllm/latency.ts'
import {
  preemptions,
  preemptionsPerRequest,
  reporting,
  runningRequests,
  waitingRequests,
} from '../../signals/vllm/scheduler.ts'
import { completions, counterResets, generation } from '../../signals/vllm/traffic.ts'
import { COMPARED, contradictionsIn } from './contradictions.ts'
import { happened, none, sentencesOf, whereRead } from './harm-tests.ts'
import type { Harm } from './harm-tests.ts'
import { above, below, fell, rose } from '../predicates/fleet-tests.ts'
import { fleetNow, hasFailed, rowsOf } from '../predicates/lookup.ts'
import type { Confirmation } from '../node.ts'
import { wereScaledAway } from '../outside/told-changes.ts'
import { allOf, judge, not } from '../predicates/predicate.ts'
import type { Predicate } from '../predicates/predicate.ts'
import { anyRow, rowRose } from '../predicates/row-tests.ts'
import { EVICTS_AS_MANY, MANY_EVICTIONS, PREEMPTIONS_PER_REQUEST } from '../thresholds/kv.ts'
import { INSTANCE_SLOWER, SLOWER, TAIL_SLOWER, TOKEN_TAIL_SLOWER } from '../thresholds/latency.ts'
import { AT_WORK, STOPPED } from '../thresholds/load.ts'
import { CRASH_LOOP_STARTS, MANY_GONE } from '../thresholds/process.ts'
import { LONG_QUEUE, QUEUE } from '../thresholds/queue.ts'
import { newHardwareXid } from '../machine/xid.ts'

/** A no that finds no cause by itself, for want of other readings, is still no health. */
const HARMS: readonly Harm[] = [
  { test: allOf(fell(up, MANY_GONE), not(wereScaledAway)), tells: [up] },
  { test: allOf(fell(reporting, MANY_GONE), not(wereScaledAway), noTargets()), tells: [reporting] },
  { test: below(up, 1), tells: [up] },
  { test: below(serving, 1), tells: [serving] },
  { test: startsOfNobody(restarts), tells: [restarts] },
  { test: startsOfNobody(counterResets), tells: [counterResets] },
  { test: evictsMany(), tells: [preemptions, preemptionsPerRequest] },
  { test: allOf(rose(queueMean, SLOWER), above(queueMean, LONG_QUEUE)), tells: [queueMean] },
  { test: allOf(above(generation, AT_WORK), fell(completions, STOPPED)), tells: [generation, completions] },
  { test: above(kvTransferFailures, 0), tells: [kvTransferFailures] },
  { test: happened(hostOomKills), tells: [hostOomKills] },
  { test: allOf(below(runningRequests, 1), above(waitingRequests, QUEUE)), tells: [runningRequests, waitingRequests] },
  { test: rose(ttftP99, TAIL_SLOWER), tells: [ttftP99] },
  { test: rose(interTokenP99, TOKEN_TAIL_SLOWER), tells: [interTokenP99] },
].map(({ test, tells }) => ({ test: whereRead(test), tells }))

/**
 * Of engines that died, and of one that is far slower alone: where memory is full, a log is noisy or a cache is cold, the
 * benign questions look at it for themselves.
 */
const OF_ONE: readonly Harm[] = [
  ...[loggedDeaths, loggedWorkerDeaths, loggedOutOfMemory].map((signal) => ({
    test: happened(signal),
    tells: [signal],
  })),
  ...[queueMean, prefillMean, ttftMean, decodeMean, endToEndMean].map((signal) => ({
    test: whereRead(farSlower(signal)),
    tells: [signal],
  })),
]

/** Trouble that the fleet has survived, by its hardware, logs and evictions: it works, and somebody should look at it. */
const ALARMS: readonly Harm[] = [
  { test: whereRead(anyRow(newHardwareXid)), tells: [gpuXid] },
  { test: whereRead(above(preemptionsPerRequest, PREEMPTIONS_PER_REQUEST)), tells: [preemptionsPerRequest] },
  ...[
    gpuMemoryErrors,
    loggedWorkerHangs,
    loggedNcclTimeouts,
    loggedGpuFaults,
    loggedAbortFailures,
    loggedShmFull,
    loggedDiskFull,
  ].map((signal) => ({ test: happened(signal), tells: [signal] })),
]

const consistent: Predicate = {
  reads: COMPARED,
  text: 'no readings contradict each other',
  evaluate(evidence) {
    const failed = COMPARED.filter((signal) => hasFailed(fleetNow(evidence, signal)))
    const holds: Answer = contradictionsIn(evidence).length > 0 ? 'no' : 'yes'
    const isOpen = holds === 'yes' && failed.length > 0
    return { answer: isOpen ? 'unknown' : holds, used: [], rows: [], missing: isOpen ? failed : [] }
  },
}

const SETTLE_WITH = say`what could not be read may show harm: kubectl get pods, and the counters of the engines`

/** Nothing that was read shows harm: a fleet of which much is absent is not well for that. */
export const NO_HARM: Confirmation = {
  test: allOf(none(HARMS), consistent),
  excludes: 'inconclusive',
  settleWith: SETTLE_WITH,
}

/** Nor does a log tell of one that died, or is one far slower than it was. */
export const NONE_ALONE: Confirmation = {
  ...NO_HARM,
  test: { ...none(OF_ONE), text: 'no log tells of an engine that died, and none is far slower than it was' },
}

export const NO_ALARM: Confirmation = {
  test: { ...none(ALARMS), text: 'no GPU, log or count of evictions tells of trouble that the fleet has survived' },
  strength: 'supports',
  excludes: 'inconclusive',
  settleWith: say`all works, yet the first reading under Why is a sign of trouble: look at the log of that instance, and at dmesg -T | grep -i xid`,
}

/** The alarms that were read, a sentence each. */
export function alarmSentences(evidence: Evidence): readonly Text[] {
  return sentencesOf(evidence, ALARMS)
}

/** What shows harm, in one line; undefined where nothing that was read does. */
export function harmText(evidence: Evidence): Text | undefined {
  const said = sentencesOf(evidence, [...HARMS, ...OF_ONE, ...ALARMS])
  return said.length === 0 ? undefined : say`not of a healthy fleet: ${commaed(said)}`
}

/** One instance by itself. Where it is known of the others and not of one, that one may be it. */
function farSlower(signal: Signal): Predicate {
  const test = anyRow(rowRose(signal, INSTANCE_SLOWER))
  return {
    ...test,
    evaluate(evidence) {
      const outcome = test.evaluate(evidence)
      const now = rowsOf(evidence, signal).map((row) => row.now)
      const isKnown = now.some(({ status }) => status === 'present')
      const isHidden = now.some((measure) => measure.status === 'absent' && measure.reason !== 'no_traffic')
      return outcome.answer === 'unknown' && isKnown && isHidden ? { ...outcome, isUnread: true } : outcome
    },
  }
}

/** So many starts, and nobody told of which instances: of one again and again, or of each once. */
function startsOfNobody(signal: Signal): Predicate {
  const test = above(signal, CRASH_LOOP_STARTS - 1)
  return {
    ...test,
    evaluate(evidence) {
      const outcome = test.evaluate(evidence)
      return rowsOf(evidence, signal).length === 0 ? outcome : { ...outcome, answer: 'no', missing: [] }
    },
  }
}

/** Where targets are counted, as many of them can have fewer engines each; where that count was not read it is open. */
function noTargets(): Predicate {
  return {
    reads: [up],
    text: 'nobody counts the targets',
    evaluate(evidence) {
      const now = fleetNow(evidence, up)
      return judge({ evidence, signal: up, now, threshold: say`is read`, holds: isNotThere(now) })
    },
  }
}

function isNotThere(now: Measure): Answer {
  if (now.status === 'present') return 'no'
  return NOT_THERE.has(now.reason) ? 'yes' : 'unknown'
}

/** Nobody reads it, or nobody tells it; other reasons say that it is there. */
const NOT_THERE: ReadonlySet<AbsentReason> = new Set(['not_configured', 'not_exposed'])

function evictsMany(): Predicate {
  const threshold = say`as many as requests finish`
  return {
    reads: [preemptions, preemptionsPerRequest, completions],
    text: 'as many requests are evicted as finish',
    evaluate(evidence) {
      const now = fleetNow(evidence, preemptions)
      const all = valueOf(now)
      const each = valueOf(fleetNow(evidence, preemptionsPerRequest))
      if (each !== undefined) {
        const holds = each >= EVICTS_AS_MANY ? 'yes' : 'no'
        const ratio = fleetNow(evidence, preemptionsPerRequest)
        return judge({ evidence, signal: preemptionsPerRequest, now: ratio, threshold, holds })
      }
      const finished = valueOf(fleetNow(evidence, completions))
      const most = finished === undefined ? MANY_EVICTIONS : EVICTS_AS_MANY * finished * lengthOf(evidence.window)
      const holds = all === undefined ? 'unknown' : answerOf(all > 0 && all >= most)
      return judge({ evidence, signal: preemptions, now, threshold, holds })
    },
  }
}

function answerOf(holds: boolean): Answer {
  return holds ? 'yes' : 'no'
}
