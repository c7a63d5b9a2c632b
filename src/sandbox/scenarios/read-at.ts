import type { UnixSeconds } from '../../domain/time.ts'
import { minutes, seconds } from '../../domain/time.ts'
import { evaluate } from '../../signals/evaluate/evaluate.ts'
import type { SeriesIndex } from '../../signals/evaluate/series-index.ts'
import { readByAll } from '../../signals/family.ts'
import type { Family } from '../../signals/family.ts'
import { familiesOf } from '../../signals/term.ts'
import type { Read } from './scenario.ts'

/** Reads recorded samples as the Prometheus that evaluates the rules would. */
export function readAt(series: SeriesIndex, time: UnixSeconds): Read {
  return (term, by = []) => {
    const names = Object.fromEntries(familiesOf(term).map((family) => [family.id, namesIn(series, family)]))
    const context = { names, matchers: [], by, range: minutes(5), offset: seconds(0) }
    return evaluate(term, { ...context, series, time, rangeStart: 'open' })
  }
}

function namesIn({ byName }: SeriesIndex, { names, type }: Family): ReturnType<typeof readByAll> {
  const name = names.find((each) => byName.has(type === 'histogram' ? `${each}_bucket` : each))
  return name === undefined ? [] : readByAll(name)
}
