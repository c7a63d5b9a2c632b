import type { Matcher } from '../domain/matcher.ts'
import type { Seconds } from '../domain/time.ts'
import type { Family } from './family.ts'

/**
 * What can be read, as data. A term says nothing of when, where and by which labels: `toPromql` and `evaluate` are
 * told that, and give the same number on the same data.
 *
 * - `gauge`: `last` sample (staleness as Prometheus: 5 minutes), or `max`, `min`, `avg` over the range; `age` is seconds
 *   since the last sample. Series of one group are joined `across`.
 * - `growth`: a gauge's last value less its last value one range earlier.
 * - `counter`: `rate` per second or `increase` over the range with Prometheus' extrapolation, `resets` as a count; summed, or joined
 *   `across`.
 * - `changes`: how often a gauge took another value in the range; summed.
 * - `histogram`: `mean` of the observations in the range, their `rate` per second, or the `quantile` q.
 * - `ratio`, `difference`, `sum`: of terms, group by group; a group missing on one side is missing in the result.
 * - `scaled`: a term times a constant.
 * - `label_product`: numbers that an info gauge has in its labels. No query makes a number of a label: both interpreters
 *   count the newest series by those labels too, and who reads their answer multiplies.
 *
 * `over` replaces the triage's range for that term.
 */
export type Term = NumberTerm | LabelProductTerm

/** A term whose interpretation is its value. */
export type NumberTerm =
  | GaugeTerm
  | { readonly kind: 'growth'; readonly family: Family; readonly over?: Seconds }
  | CounterTerm
  | { readonly kind: 'changes'; readonly family: Family; readonly over?: Seconds }
  | HistogramTerm
  | { readonly kind: 'ratio'; readonly of: NumberTerm; readonly by: NumberTerm }
  | { readonly kind: 'difference'; readonly of: NumberTerm; readonly less: NumberTerm }
  | { readonly kind: 'sum'; readonly terms: readonly [NumberTerm, NumberTerm, ...NumberTerm[]] }
  | { readonly kind: 'scaled'; readonly term: NumberTerm; readonly factor: number }

export type Across = 'sum' | 'max' | 'min' | 'avg' | 'count'

export interface GaugeTerm {
  readonly kind: 'gauge'
  readonly family: Family
  readonly stat: 'last' | 'max' | 'min' | 'avg' | 'age'
  readonly across: Across
  readonly where?: readonly Matcher[]
  /** Series whose value is less are left out, such as a -1 that means "disabled". Not for `age`. */
  readonly atLeast?: number
  readonly over?: Seconds
}

export interface CounterTerm {
  readonly kind: 'counter'
  readonly family: Family
  readonly stat: 'rate' | 'increase' | 'resets'
  /** Summed unless stated. */
  readonly across?: Across
  readonly where?: readonly Matcher[]
  /** 0 where the family is counted and no series is selected: a series by label is made with the first that it counts. */
  readonly elseZero?: true
  /** Series whose newest value is not below it are left out, such as a mark for "cannot be read" that never grows. */
  readonly below?: number
  readonly over?: Seconds
}

export type HistogramTerm =
  | { readonly kind: 'histogram'; readonly family: Family; readonly stat: 'mean' | 'rate'; readonly over?: Seconds }
  | {
      readonly kind: 'histogram'
      readonly family: Family
      readonly stat: 'quantile'
      readonly q: number
      readonly over?: Seconds
    }

export interface LabelProductTerm {
  readonly kind: 'label_product'
  readonly family: Family
  readonly labels: readonly [string, ...string[]]
  readonly where?: readonly Matcher[]
}

/** The families a term reads, each once. */
export function familiesOf(term: Term): readonly Family[] {
  switch (term.kind) {
    case 'gauge':
    case 'growth':
    case 'counter':
    case 'changes':
    case 'histogram':
    case 'label_product':
      return [term.family]
    case 'ratio':
      return [...new Set([...familiesOf(term.of), ...familiesOf(term.by)])]
    case 'difference':
      return [...new Set([...familiesOf(term.of), ...familiesOf(term.less)])]
    case 'sum':
      return [...new Set(term.terms.flatMap(familiesOf))]
    case 'scaled':
      return familiesOf(term.term)
    default:
      return term satisfies never
  }
}
