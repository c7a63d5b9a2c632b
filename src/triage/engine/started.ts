import { minutes } from '../../domain/time.ts'
import { restarts } from '../../signals/scrape.ts'
import { counterResets } from '../../signals/vllm/traffic.ts'
import { not } from '../predicates/predicate.ts'
import { rowFirstKnown } from '../predicates/row-logic.ts'
import { anyRow, rowAbove } from '../predicates/row-tests.ts'
import { CRASH_LOOP_STARTS } from '../thresholds/process.ts'

/** How far back starts are looked for, in seconds: as the signals of starts are. */
export const STARTS_SEEN = minutes(30)

// Where versions are mixed, some instances tell when they started and others don't.

const isNew = rowAbove(restarts, 0)
const hasReset = rowAbove(counterResets, 0)

export const hasStarted = rowFirstKnown(isNew, hasReset)

/** Some instance has started; a process starts with an empty cache, whatever its callers and its release do. */
export const someStarted = anyRow(hasStarted)
export const noneStarted = not(someStarted)

export const startsAgain = rowAbove(restarts, CRASH_LOOP_STARTS - 1)
export const countersReset = rowAbove(counterResets, CRASH_LOOP_STARTS - 1)
export const startsAgainAndAgain = rowFirstKnown(startsAgain, countersReset)
