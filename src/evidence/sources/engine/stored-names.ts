import type { Signal } from '../../../signals/signal.ts'
import type { Term } from '../../../signals/term.ts'

/** The names on the wire that engines' signals are read from: what else a page holds is not kept. */
export function storedNames(signals: readonly Signal[]): ReadonlySet<string> {
  const own = signals.filter(({ exposer }) => exposer === 'engine' || exposer === 'scrape')
  return new Set(own.flatMap(({ term }) => namesIn(term)))
}

function namesIn(term: Term): readonly string[] {
  switch (term.kind) {
    case 'gauge':
    case 'growth':
    case 'counter':
    case 'changes':
    case 'label_product':
      return term.family.names
    case 'histogram': {
      const suffixes = term.stat === 'quantile' ? ['_bucket', '_count'] : ['_sum', '_count']
      return term.family.names.flatMap((name) => suffixes.map((suffix) => `${name}${suffix}`))
    }
    case 'ratio':
      return [...namesIn(term.of), ...namesIn(term.by)]
    case 'difference':
      return [...namesIn(term.of), ...namesIn(term.less)]
    case 'sum':
      return term.terms.flatMap(namesIn)
    case 'scaled':
      return namesIn(term.term)
    default:
      return term satisfies never
  }
}
