import type { Matcher } from '../domain/matcher.ts'
import { type Seconds, seconds } from '../domain/time.ts'
import { labelName } from './escape.ts'
import type { Family, ResolvedNames } from './family.ts'
import { selectorText } from './selector.ts'
import type { CounterTerm, GaugeTerm, HistogramTerm, Term } from './term.ts'

/** Where, by what and over how long a term is read. */
export interface TermContext {
  readonly names: ResolvedNames
  /** Narrow every family of the term. */
  readonly matchers: readonly Matcher[]
  /** Labels that tell the groups apart; none for one group of all series. */
  readonly by: readonly string[]
  /** Length of the range for parts of the term that say no other. */
  readonly range: Seconds
  /** How long before the evaluation time is read. */
  readonly offset: Seconds
}

/**
 * The term in PromQL, to be evaluated at one time; undefined when a family it needs is not exposed. It holds for
 * Prometheus from 2.33 on and for what speaks its language.
 */
export function toPromql(term: Term, at: TermContext): string | undefined {
  return print(term, at)?.text
}

/** A duration as PromQL has it, in whole seconds or else milliseconds. */
export function durationText(length: Seconds): string {
  const milliseconds = Math.round(length * 1000)
  return milliseconds % 1000 === 0 ? `${milliseconds / 1000}s` : `${milliseconds}ms`
}

interface Printed {
  readonly text: string
  readonly isBinary: boolean
}

function print(term: Term, at: TermContext): Printed | undefined {
  switch (term.kind) {
    case 'gauge':
      return withName(term.family, at, (name) => atom(gaugeText(term, name, at)))
    case 'growth':
      return withName(term.family, at, (name) => growth(name, term.over ?? at.range, at))
    case 'counter':
      return withName(term.family, at, (name) => atom(counterText(term, name, at)))
    case 'changes':
      return withName(term.family, at, (name) =>
        atom(aggregate('sum', at, `changes(${rangeText(name, term.over, at)})`)),
      )
    case 'histogram':
      return withName(term.family, at, (name) => histogram(term, name, at))
    case 'ratio':
      return binary('/', print(term.of, at), print(term.by, at))
    case 'difference':
      return binary('-', print(term.of, at), print(term.less, at))
    case 'sum':
      return term.terms.map((part) => print(part, at)).reduce((left, right) => binary('+', left, right))
    case 'scaled':
      return binary('*', print(term.term, at), atom(String(term.factor)))
    default:
      return term satisfies never
  }
}

function withName(
  family: Family,
  at: TermContext,
  printer: (name: string) => Printed | undefined,
): Printed | undefined {
  const name = at.names[family.id]
  return name === undefined ? undefined : printer(name)
}

function atom(text: string): Printed {
  return { text, isBinary: false }
}

function binary(op: string, left: Printed | undefined, right: Printed | undefined): Printed | undefined {
  if (left === undefined || right === undefined) return undefined
  const operands = [left, right].map(({ text, isBinary }) => (isBinary ? `(${text})` : text))
  return { text: operands.join(` ${op} `), isBinary: true }
}

function gaugeText({ stat, across, where = [], over }: GaugeTerm, name: string, at: TermContext): string {
  const narrowed = { ...at, matchers: [...at.matchers, ...where] }
  if (stat === 'last') return aggregate(across, at, instantText(name, narrowed))
  if (stat !== 'age') return aggregate(across, at, `${stat}_over_time(${rangeText(name, over, narrowed)})`)
  const then = at.offset === 0 ? 'time()' : `time() - ${at.offset}`
  return aggregate(across, at, `${then} - timestamp(${instantText(name, narrowed)})`)
}

function growth(name: string, range: Seconds, at: TermContext): Printed | undefined {
  const before = { ...at, offset: seconds(at.offset + range) }
  const [now, then] = [at, before].map((time) => atom(aggregate('sum', at, instantText(name, time))))
  return binary('-', now, then)
}

function counterText({ stat, where = [], over }: CounterTerm, name: string, at: TermContext): string {
  const narrowed = { ...at, matchers: [...at.matchers, ...where] }
  return aggregate('sum', at, `${stat}(${rangeText(name, over, narrowed)})`)
}

function histogram(term: HistogramTerm, name: string, at: TermContext): Printed | undefined {
  const rate = (suffix: string, by: readonly string[]): string =>
    aggregate('sum', { ...at, by }, `rate(${rangeText(`${name}${suffix}`, term.over, at)})`)
  switch (term.stat) {
    case 'mean':
      return binary('/', atom(rate('_sum', at.by)), atom(rate('_count', at.by)))
    case 'rate':
      return atom(rate('_count', at.by))
    case 'quantile':
      return atom(`histogram_quantile(${term.q}, ${rate('_bucket', [...at.by, 'le'])})`)
    default:
      return term satisfies never
  }
}

function aggregate(op: string, { by }: Pick<TermContext, 'by'>, expression: string): string {
  return by.length === 0 ? `${op}(${expression})` : `${op} by (${by.map(labelName).join(', ')}) (${expression})`
}

function instantText(name: string, { matchers, offset }: TermContext): string {
  return `${selectorText(name, matchers)}${offsetText(offset)}`
}

function rangeText(name: string, over: Seconds | undefined, at: TermContext): string {
  return `${selectorText(name, at.matchers)}[${durationText(over ?? at.range)}]${offsetText(at.offset)}`
}

function offsetText(offset: Seconds): string {
  return offset === 0 ? '' : ` offset ${durationText(offset)}`
}
