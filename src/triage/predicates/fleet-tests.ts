import type { Answer } from '../../domain/diagnosis.ts'
import { formatLimit } from '../../domain/quantity.ts'
import type { Measure } from '../../domain/reading.ts'
import { commaed, english, say } from '../../domain/text.ts'
import type { Text } from '../../domain/text.ts'
import type { Signal } from '../../signals/signal.ts'
import { ofAll } from './belief.ts'
import { downBy, upBy } from './change.ts'
import type { Change, Step } from './change.ts'
import { baselineOf, fleetBefore, fleetNow } from './lookup.ts'
import { judge } from './predicate.ts'
import type { Predicate } from './predicate.ts'

/** The fleet's value is greater than a limit. */
export function above(signal: Signal, limit: number): Predicate {
  return compare(signal, say`> ${formatLimit(limit, signal.unit)}`, (value) => value > limit)
}

/** The fleet's value is less than a limit. */
export function below(signal: Signal, limit: number): Predicate {
  return compare(signal, say`< ${formatLimit(limit, signal.unit)}`, (value) => value < limit)
}

/** The fleet has a value; without one it is unknown. */
export function isRead(signal: Signal): Predicate {
  return compare(signal, say`is read`, () => true)
}

function compare(signal: Signal, threshold: Text, holds: (value: number) => boolean): Predicate {
  return {
    reads: [signal],
    text: english`${signal.title} ${threshold}`,
    evaluate(evidence) {
      const now = fleetNow(evidence, signal)
      return judge({ evidence, signal, now, threshold, holds: answerFor(now, holds) })
    },
  }
}

export function answerFor(measure: Measure, holds: (value: number) => boolean): Answer {
  if (measure.status === 'absent') return 'unknown'
  return holds(measure.value) ? 'yes' : 'no'
}

/** The fleet's value rose from each baseline that exists. Baselines that disagree leave it unknown: trouble, or Tuesday? */
export function rose(signal: Signal, by: Step): Predicate {
  return changed(signal, upBy(by))
}

/** The fleet's value fell from each baseline that exists. */
export function fell(signal: Signal, by: Step): Predicate {
  return changed(signal, downBy(by))
}

function changed(signal: Signal, { text: threshold, holds }: Change): Predicate {
  return {
    reads: [signal],
    text: english`${signal.title} ${threshold}`,
    evaluate(evidence) {
      const now = fleetNow(evidence, signal)
      const baseline = baselineOf(evidence, signal)
      const befores = fleetBefore(evidence, signal).map(([, value]) => value)
      return judge({ evidence, signal, now, baseline, threshold, holds: answerForAll(now, befores, holds) })
    },
  }
}

function answerForAll(
  now: Measure,
  befores: readonly number[],
  holds: (now: number, before: number) => boolean,
): Answer {
  if (now.status === 'absent' || befores.length === 0) return 'unknown'
  const agreeing = befores.filter((before) => holds(now.value, before)).length
  if (agreeing === befores.length) return 'yes'
  return agreeing === 0 ? 'no' : 'unknown'
}

/** The test that a name is not on the wire: here an absent reading is what testifies. */
export const NOT_EXPOSED = say`not exposed`

/** None of these signals is exposed at all, by the source's own list of names. */
export function noneExposed(signals: readonly [Signal, ...Signal[]]): Predicate {
  return {
    reads: signals,
    text: english`none of ${commaed(signals.map(({ title }) => title))} is exposed`,
    evaluate(evidence) {
      const outcomes = signals.map((signal) => {
        const now = fleetNow(evidence, signal)
        const holds = exposedAnswer(now)
        return judge({ evidence, signal, now, threshold: NOT_EXPOSED, holds })
      })
      const answers = outcomes.map(({ answer }) => answer)
      return { answer: ofAll(answers), used: outcomes.flatMap(({ used }) => used), rows: [], missing: [] }
    },
  }
}

function exposedAnswer(measure: Measure): Answer {
  if (measure.status === 'present') return 'no'
  if (measure.reason === 'not_exposed') return 'yes'
  return measure.reason === 'no_traffic' || measure.reason === 'no_samples' ? 'no' : 'unknown'
}
