import { english, say } from '../../domain/text.ts'
import { valueOf } from '../../domain/reading.ts'
import { up } from '../../signals/scrape.ts'
import type { Signal } from '../../signals/signal.ts'
import { fleetNow, rowsOf } from './lookup.ts'
import type { Confirmation } from '../node.ts'
import { judge } from './predicate.ts'

/** Every target that is up is known by name, and has a row of each of these: what was read of a part says nothing of the rest. */
export function allAreRead(...signals: readonly Signal[]): Confirmation {
  return {
    test: {
      reads: [up, ...signals],
      text: english`${signals.map(({ title }) => title)[0] ?? up.title} is read of each instance that is up`,
      evaluate(evidence) {
        const now = fleetNow(evidence, up)
        const named = rowsOf(evidence, up).filter(({ now: scraped }) => valueOf(scraped) === 1)
        const read = signals.map((signal) => new Set(rowsOf(evidence, signal).map(({ key }) => key.instance)))
        const isWhole = named.length >= (valueOf(now) ?? Infinity)
        const areAll = isWhole && named.every(({ key }) => read.every((instances) => instances.has(key.instance)))
        const threshold = say`all of them by name, each with its readings`
        return judge({ evidence, signal: up, now, threshold, holds: areAll ? 'yes' : 'unknown' })
      },
    },
    strength: 'supports',
    excludes: 'telemetry.partial',
    settleWith: say`an instance that is up has no readings of its own: look at its /metrics`,
  }
}
