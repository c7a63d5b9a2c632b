import type { Answer, ChangeLine } from '../../domain/diagnosis.ts'
import type { Evidence } from '../../domain/evidence.ts'
import type { FleetChange } from '../../domain/fleet-change.ts'
import type { Measure, RowKey } from '../../domain/reading.ts'
import { valueOf } from '../../domain/reading.ts'
import { english, say } from '../../domain/text.ts'
import { elapsed } from '../../domain/time.ts'
import { up } from '../../signals/scrape.ts'
import type { Signal } from '../../signals/signal.ts'
import { endToEndMean, interTokenMean, ttftMean } from '../../signals/vllm/latency.ts'
import { upBy } from '../predicates/change.ts'
import type { Change, Step } from '../predicates/change.ts'
import { baselineAt, baselineOf, fleetNow, rowKeys, rowsOf } from '../predicates/lookup.ts'
import { ofAll, ofAny, negated } from '../predicates/belief.ts'
import type { Belief } from '../predicates/belief.ts'
import { joinAny, judge } from '../predicates/predicate.ts'
import type { Outcome, Predicate } from '../predicates/predicate.ts'
import { rowRose } from '../predicates/row-tests.ts'
import { STARTS_SEEN } from '../engine/started.ts'
import { SLOWER, STIRRED, TOKEN_SLOWER, TOKEN_STIRRED } from '../thresholds/latency.ts'

/** The latencies that a change can move, with what is slower and what has not stirred. */
const LATENCIES: readonly { readonly signal: Signal; readonly slower: Step; readonly stirred: Step }[] = [
  { signal: endToEndMean, slower: SLOWER, stirred: STIRRED },
  { signal: ttftMean, slower: SLOWER, stirred: STIRRED },
  { signal: interTokenMean, slower: TOKEN_SLOWER, stirred: TOKEN_STIRRED },
]

/** The change that the moments before it were read for. */
export function suspectIn({ changes, baselines }: Evidence): FleetChange | undefined {
  const before = baselines.find(({ name }) => name === 'before_change')
  return before === undefined ? undefined : changes.findLast(({ at }) => at === before.end)
}

/** A latency is up from the moments before the last change, and was not up in them. */
export const movedWithChange: Predicate = {
  reads: LATENCIES.map(({ signal }) => signal),
  text: english`a latency is ${upBy(SLOWER).text} the last change that is known, and was as before until then`,
  evaluate(evidence) {
    if (suspectIn(evidence) === undefined) return NO_CHANGE
    const outcomes = LATENCIES.map(({ signal, slower, stirred }) => {
      const now = fleetNow(evidence, signal)
      const baseline = baselineAt(evidence, signal, 'before_change')
      const threshold = say`${upBy(slower).text} the change, and not up until then`
      return judge({
        evidence,
        signal,
        now,
        baseline,
        threshold,
        holds: movedSince(evidence, signal, { far: upBy(slower), stirred: upBy(stirred) }),
      })
    })
    // One latency that moved is enough.
    return joinAny(outcomes)
  },
}

/** Nobody told of one, which leaves nothing open and proves nothing: not all that is done is told. */
export const NO_CHANGE: Outcome = { answer: 'unseen', used: [], rows: [], missing: [] }

/** The last change of the number of instances that somebody told of. */
export function lastScaling({ changes, window }: Evidence): FleetChange | undefined {
  return changes.findLast(
    ({ kind, at }) => kind === 'scale' && at <= window.end && elapsed(at, window.end) <= STARTS_SEEN,
  )
}

/** The scaling that was told names as many that are no longer up as are gone: one that adds instances takes nobody away. */
export const wereScaledAway: Predicate = {
  reads: [up],
  text: english`somebody told that those who are gone were scaled away within half an hour`,
  evaluate(evidence) {
    const scaling = lastScaling(evidence)
    if (scaling === undefined) return NO_CHANGE
    const now = fleetNow(evidence, up)
    const baseline = baselineOf(evidence, up)
    const here = rowsOf(evidence, up).filter((row) => valueOf(row.now) !== 0)
    const away = scaling.instances.filter((name) => !here.some(({ key }) => isChangedRow(key, [name])))
    const holds = ((): Answer => {
      if (now.status === 'absent' || baseline.status === 'absent') return 'unknown'
      if (baseline.value - now.value <= away.length) return 'yes'
      // Where none is named it may be any of them.
      return scaling.instances.length > 0 ? 'no' : 'unknown'
    })()
    return judge({ evidence, signal: up, now, baseline, threshold: say`${away.length} scaled away by name`, holds })
  },
}

export const wasScaled: Predicate = {
  reads: [],
  text: english`somebody told of a change of the number of instances within half an hour`,
  evaluate: (evidence) =>
    lastScaling(evidence) === undefined ? NO_CHANGE : { answer: 'yes', used: [], rows: [], missing: [] },
}

/**
 * Whether a signal changed far since the moments before the last change, and had not stirred in the hour until then. Where
 * that hour lies after the change, of one that is older, the trouble must have been there in it, or it began later and without it.
 */
export function movedSince(
  evidence: Evidence,
  signal: Signal,
  { far, stirred }: { readonly far: Change; readonly stirred: Change },
): Answer {
  const now = fleetNow(evidence, signal)
  const before = baselineAt(evidence, signal, 'before_change')
  const usual = baselineAt(evidence, signal, 'hour_before')
  if (now.status === 'absent' || before.status === 'absent') return 'unknown'
  if (!far.holds(now.value, before.value)) return 'no'
  if (usual.status === 'absent') return 'unknown'
  const hour = evidence.baselines.find(({ name }) => name === 'hour_before')
  const suspect = suspectIn(evidence)
  if (hour !== undefined && suspect !== undefined && hour.start >= suspect.at) {
    return far.holds(usual.value, before.value) ? 'yes' : 'no'
  }
  return stirred.holds(before.value, usual.value) ? 'no' : 'yes'
}

const tokensSlower = rowRose(interTokenMean, TOKEN_SLOWER)

/** Those that were changed are slower a token than an hour ago, and none of those that were not. */
export const onlyTheChangedAreSlower: Predicate = {
  reads: [interTokenMean],
  text: 'tokens are slower on instances that were changed, and on no other',
  evaluate(evidence) {
    const names = suspectIn(evidence)?.instances ?? []
    const rows = rowKeys(evidence, [interTokenMean])
    const changed = rows.filter((row) => isChangedRow(row, names))
    const others = rows.filter((row) => !isChangedRow(row, names))
    const shown = [...changed.slice(0, 4), ...others.slice(0, 4)]
    const anyIn = (some: readonly RowKey[]): Belief => ofAny(some.map((row) => tokensSlower.answer(evidence, row)))
    const isTold = changed.length > 0 && others.length > 0
    const answer = isTold ? ofAll([anyIn(changed), negated(anyIn(others))]) : 'unknown'
    return {
      answer,
      used: shown.flatMap((row) => tokensSlower.evaluate(evidence, row).used),
      rows: answer === 'yes' ? changed : [],
      missing: answer === 'unknown' ? [interTokenMean] : [],
    }
  },
}

/** By its name as it is scraped, or by that without the port. */
export function isChangedRow({ instance }: RowKey, names: readonly string[]): boolean {
  return names.includes(instance) || names.includes(instance.replace(/:\d+$/u, ''))
}

/** Every change that is known, the newest first, with what end-to-end latency was before the suspect and is now. */
export function changeLines(evidence: Evidence): readonly ChangeLine[] {
  const suspect = suspectIn(evidence)
  return evidence.changes.toReversed().map((change) => ({
    change,
    ...(change === suspect && { latency: latencyAround(evidence) }),
  }))
}

function latencyAround(evidence: Evidence): { readonly before: Measure; readonly now: Measure } {
  return { before: baselineAt(evidence, endToEndMean, 'before_change'), now: fleetNow(evidence, endToEndMean) }
}
