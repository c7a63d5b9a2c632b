import type { Answer } from '../../domain/diagnosis.ts'
import type { Evidence } from '../../domain/evidence.ts'
import type { FleetChange } from '../../domain/fleet-change.ts'
import type { RowKey } from '../../domain/reading.ts'
import { valueOf } from '../../domain/reading.ts'
import { english, say } from '../../domain/text.ts'
import { elapsed } from '../../domain/time.ts'
import { restarts } from '../../signals/scrape.ts'
import { prefixHitRatio } from '../../signals/vllm/traffic.ts'
import { reporting } from '../../signals/vllm/scheduler.ts'
import { namedClients } from './client-tests.ts'
import { downBy } from '../predicates/change.ts'
import { baselineAt, baselineOf, fleetNow, rowBefore, rowKeys, rowNow } from '../predicates/lookup.ts'
import { NO_CHANGE, isChangedRow, movedSince, suspectIn } from './told-changes.ts'
import { allOf, judge } from '../predicates/predicate.ts'
import type { Outcome, Predicate } from '../predicates/predicate.ts'
import { rose } from '../predicates/fleet-tests.ts'
import { isGone, rowFell, together } from '../predicates/row-tests.ts'
import { rowNot } from '../predicates/row-logic.ts'
import { STARTS_SEEN, hasStarted } from '../engine/started.ts'
import { FEWER_HITS, HITS_DROPPED, HITS_OF_ONE, MORE_ENGINES } from '../thresholds/load.ts'
import { CLIENT_MATTERS } from '../thresholds/outside.ts'
import { MOST } from '../thresholds/queue.ts'

/** The last change is of another kind: that is the answer. */
const OF_ANOTHER_KIND: Outcome = { answer: 'no', used: [], rows: [], missing: [] }

/** Whose it is was not told with it, and may be anybody's. */
const OF_NOBODY: Outcome = NO_CHANGE

const drop = downBy(HITS_DROPPED)

/** Hits are down from the moments before the last change that is known, and were as usual until then. */
function fellWith(text: string, isIt: (change: FleetChange, evidence: Evidence) => boolean): Predicate {
  return {
    reads: [prefixHitRatio],
    text: english`${prefixHitRatio.title} ${drop.text} ${text}, and was as before until then`,
    evaluate(evidence) {
      const suspect = suspectIn(evidence)
      if (suspect === undefined) return NO_CHANGE
      if (!isIt(suspect, evidence)) return OF_ANOTHER_KIND
      const now = fleetNow(evidence, prefixHitRatio)
      const baseline = baselineAt(evidence, prefixHitRatio, 'before_change')
      const threshold = say`${drop.text} the change, and not down until then`
      return judge({
        evidence,
        signal: prefixHitRatio,
        now,
        baseline,
        threshold,
        holds: movedSince(evidence, prefixHitRatio, { far: drop, stirred: downBy(FEWER_HITS) }),
      })
    },
  }
}

/** Something was done that was not done to the engines: to a caller, its prompts, or the router. */
export const fellWithCallers = fellWith(
  'a change that was told and not made to instances',
  ({ kind, instances }) => instances.length === 0 && kind !== 'scale' && kind !== 'model',
)

/** The change lies within the time in which starts are looked at, so that who has not started since is known. */
export const changeIsYoung: Predicate = {
  reads: [restarts],
  text: 'the last change that was told is younger than half an hour',
  evaluate(evidence) {
    const suspect = suspectIn(evidence)
    if (suspect === undefined) return NO_CHANGE
    const isYoung = elapsed(suspect.at, evidence.window.end) <= STARTS_SEEN
    return { answer: isYoung ? 'yes' : 'unknown', used: [], rows: [], missing: isYoung ? [] : [restarts] }
  },
}

/** The change names clients that send much, so much that nobody else's hits need have fallen: a router's change takes them from all. */
export const fellWithAClient = fellWith('a change of a client that sends enough for it', (change, evidence) => {
  const named = clientsIn(change, evidence).reduce((sum, { share }) => sum + share, 0)
  const now = valueOf(fleetNow(evidence, prefixHitRatio))
  const before = valueOf(baselineAt(evidence, prefixHitRatio, 'before_change'))
  if (now === undefined || before === undefined) return named >= CLIENT_MATTERS
  return named >= CLIENT_MATTERS && before - now <= before * named * HITS_OF_ONE
})

/** The clients that a change names. */
function clientsIn({ text }: FleetChange, evidence: Evidence): readonly { client: string; share: number }[] {
  const words = new Set(text.split(/[\s,;:()]+/u))
  return (namedClients(evidence)?.clients ?? []).filter(({ client }) => words.has(client))
}

export const fellWithScaling = fellWith('a change of how many instances there are', ({ kind }) => kind === 'scale')

const oldOnesMiss: Predicate = {
  reads: [prefixHitRatio, ...hasStarted.reads],
  text: 'hits fell on most instances that were there before and have not started since',
  evaluate(evidence) {
    const test = together(rowFell(prefixHitRatio, HITS_DROPPED), rowNot(hasStarted))
    const old = rowKeys(evidence, [prefixHitRatio]).filter(
      (row) => !isGone(rowBefore(evidence, prefixHitRatio, row)) && hasStarted.answer(evidence, row) !== 'yes',
    )
    const answers = old.map((row) => test.answer(evidence, row))
    const least = Math.ceil(MOST * old.length)
    const few = old.filter((_, index) => answers[index] === 'yes')
    const open = answers.filter((answer) => answer === 'unknown').length
    const answer = ((): Answer => {
      if (old.length === 0) return 'unknown'
      if (few.length >= least) return 'yes'
      return few.length + open >= least ? 'unknown' : 'no'
    })()
    return {
      answer,
      used: old.slice(0, 4).flatMap((row) => test.evaluate(evidence, row).used),
      rows: answer === 'yes' ? few : [],
      missing: answer === 'unknown' ? [prefixHitRatio] : [],
    }
  },
}

/** More engines than before, and those that were there before hit less as well: it is no cold cache of the new ones. */
export const oldOnesMissSinceMore: Predicate = allOf(rose(reporting, MORE_ENGINES), oldOnesMiss)

/** Those that were changed hit far less than the fleet did, and none of those that were not. */
export const onlyTheChangedMiss: Predicate = {
  reads: [prefixHitRatio],
  text: 'hits are fewer on instances that were changed, and on no other',
  evaluate(evidence) {
    const suspect = suspectIn(evidence)
    if (suspect === undefined) return NO_CHANGE
    const names = suspect.instances
    if (names.length === 0) return OF_NOBODY
    const rows = rowKeys(evidence, [prefixHitRatio])
    const changed = rows.filter((row) => isChangedRow(row, names))
    const others = rows.filter((row) => !isChangedRow(row, names))
    const answer = onlyThese(evidence, changed, others)
    const shown = [...changed.slice(0, 4), ...others.slice(0, 4)]
    const baseline = baselineOf(evidence, prefixHitRatio)
    return {
      answer,
      used: shown.flatMap((row) => {
        const now = rowNow(evidence, prefixHitRatio, row)
        const threshold = say`${drop.text} where it was done, and nowhere else`
        return judge({ evidence, signal: prefixHitRatio, now, baseline, row, threshold, holds: answer }).used
      }),
      rows: answer === 'yes' ? changed : [],
      missing: answer === 'unknown' ? [prefixHitRatio] : [],
    }
  },
}

function onlyThese(evidence: Evidence, changed: readonly RowKey[], others: readonly RowKey[]): Answer {
  const before = valueOf(baselineOf(evidence, prefixHitRatio))
  if (before === undefined || changed.length === 0 || others.length === 0) return 'unknown'
  const misses = (row: RowKey): boolean | undefined => {
    const now = valueOf(rowNow(evidence, prefixHitRatio, row))
    return now === undefined ? undefined : drop.holds(now, before)
  }
  const [told, untold] = [changed.map(misses), others.map(misses)]
  if (told.includes(false) || untold.includes(true)) return 'no'
  return told.includes(undefined) || untold.includes(undefined) ? 'unknown' : 'yes'
}
