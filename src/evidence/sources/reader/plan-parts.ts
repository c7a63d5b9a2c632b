import type { Matcher } from '../../../domain/matcher.ts'
import { elapsed, seconds } from '../../../domain/time.ts'
import { type Baseline, type Window, lengthOf } from '../../../domain/window.ts'
import type { Family, ResolvedNames } from '../../../signals/family.ts'
import type { Signal } from '../../../signals/signal.ts'
import type { Term } from '../../../signals/term.ts'
import type { TermContext } from '../../../signals/to-promql.ts'
import type { Part } from './backend.ts'

export interface PartPlan {
  readonly signal: Signal
  readonly names: ResolvedNames
  readonly matchers: readonly Matcher[]
  /** Labels of a row; none when rows cannot be told. */
  readonly rowLabels: readonly string[]
  readonly window: Window
  readonly baselines: readonly Baseline[]
}

/**
 * Every expression that a signal's reading is made of: the fleet and the rows, now and before. Beside them `edges`,
 * the buckets of a quantile, and `denominator`, which tells "no traffic" from "no samples" where a store drops NaN.
 */
export function planParts({ signal, names, matchers, rowLabels, window, baselines }: PartPlan): readonly Part[] {
  const { term } = signal
  const common = { names, matchers, offset: seconds(0), range: lengthOf(window) }
  const now = (by: readonly string[]): TermContext => ({ ...common, by })
  const before = (baseline: Baseline, by: readonly string[]): TermContext => ({
    ...common,
    by,
    offset: elapsed(baseline.end, window.end),
    range: lengthOf(baseline),
  })
  const hasRows = signal.rows !== 'none' && rowLabels.length > 0
  const hourBefore = baselines.find(({ name }) => name === 'hour_before')
  const denominator = denominatorOf(term)
  const buckets = bucketsOf(term, names)
  const parts = [
    { name: 'fleet', term, context: now([]) },
    ...(hasRows ? [{ name: 'rows', term, context: now(rowLabels) }] : []),
    ...(signal.baselined
      ? baselines.map((baseline) => ({ name: baseline.name, term, context: before(baseline, []) }))
      : []),
    ...(hasRows && signal.rows === 'now_and_before' && hourBefore !== undefined
      ? [{ name: 'rows_before', term, context: before(hourBefore, rowLabels) }]
      : []),
    ...(denominator === undefined ? [] : [{ name: 'denominator', term: denominator, context: now([]) }]),
    ...(buckets === undefined ? [] : [{ name: 'edges', ...buckets(now(['le'])) }]),
  ]
  return parts.map((part) => ({ signal: signal.id, ...part }))
}

/** What a term divides by; undefined when it divides by nothing. */
export function denominatorOf(term: Term): Term | undefined {
  switch (term.kind) {
    case 'ratio':
      return term.by
    case 'scaled':
      return denominatorOf(term.term)
    case 'histogram':
      if (term.stat === 'rate') return undefined
      return {
        kind: 'histogram',
        family: term.family,
        stat: 'rate',
        ...(term.over !== undefined && { over: term.over }),
      }
    case 'gauge':
    case 'growth':
    case 'counter':
    case 'changes':
    case 'difference':
    case 'sum':
    case 'label_product':
      return undefined
    default:
      return term satisfies never
  }
}

/** The edges of a quantile's buckets are read as a count of bucket series by `le`. */
function bucketsOf(
  term: Term,
  names: ResolvedNames,
): ((context: TermContext) => Pick<Part, 'term' | 'context'>) | undefined {
  if (term.kind !== 'histogram' || term.stat !== 'quantile') return undefined
  const choices = names[term.family.id]
  if (choices === undefined) return undefined
  const buckets = choices.map(({ name, matchers }) => ({ name: `${name}_bucket`, matchers }))
  const family: Family = { id: `${term.family.id}_bucket`, type: 'gauge', names: buckets.map(({ name }) => name) }
  return (context) => ({
    term: { kind: 'gauge', family, stat: 'last', across: 'count' },
    context: { ...context, names: { [family.id]: buckets } },
  })
}
