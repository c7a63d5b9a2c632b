import { say } from '../../domain/text.ts'
import { type Seconds, minutes } from '../../domain/time.ts'
import { waiting } from '../families.ts'
import type { Signal } from '../signal.ts'
import { last } from '../term-builders.ts'
import { GAUGE } from './engine.ts'

/** How many waited some minutes ago: since when there is a queue tells who began before it and who came after. */
function waited(ago: number): { readonly ago: Seconds; readonly signal: Signal } {
  return {
    ago: minutes(ago),
    signal: {
      ...GAUGE,
      id: `waiting_${ago}m_ago`,
      title: say`requests waiting ${ago} min ago`,
      unit: 'requests',
      term: {
        kind: 'difference',
        of: last(waiting, 'sum'),
        less: { kind: 'growth', family: waiting, over: minutes(ago) },
      },
      rows: 'none',
      baselined: false,
      isOptional: true,
    },
  }
}

/** The nearest first. An alert fires some minutes after its trouble began, so there the steps are small. */
export const WAITED = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 30].map(waited)
