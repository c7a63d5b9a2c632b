import type { Matcher } from '../domain/matcher.ts'
import { type Seconds, seconds } from '../domain/time.ts'
import { labelName } from './escape.ts'
import type { Family, ResolvedNames } from './family.ts'
import { selectorText } from './selector.ts'
import type { CounterTerm, GaugeTerm, HistogramTerm, LabelProductTerm, Term } from './term.ts'

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
      return ifExposed(term.family, at, () => atom(gaugeText(term, at)))
    case 'growth':
      return ifExposed(term.family, at, () => growth(term.family, term.over ?? at.range, at))
    case 'counter':
      return ifExposed(term.family, at, () => counter(term, at))
    case 'changes':
      return ifExposed(term.family, at, () =>
        atom(aggregate('sum', at, rollup('changes', { family: term.family, over: term.over }, at))),
      )
    case 'histogram':
      return ifExposed(term.family, at, () => histogram(term, at))
    case 'ratio':
      return binary('/', print(term.of, at), print(term.by, at))
    case 'difference':
      return binary('-', print(term.of, at), print(term.less, at))
    case 'sum':
      return term.terms.map((part) => print(part, at)).reduce((left, right) => binary('+', left, right))
    case 'scaled':
      return binary('*', print(term.term, at), atom(String(term.factor)))
    case 'label_product':
      return ifExposed(term.family, at, () => atom(labelProductText(term, at)))
    default:
      return term satisfies never
  }
}

function ifExposed(family: Family, at: TermContext, printer: () => Printed | undefined): Printed | undefined {
  return at.names[family.id] === undefined ? undefined : printer()
}

function atom(text: string): Printed {
  return { text, isBinary: false }
}

function binary(op: string, left: Printed | undefined, right: Printed | undefined): Printed | undefined {
  if (left === undefined || right === undefined) return undefined
  const operands = [left, right].map(({ text, isBinary }) => (isBinary ? `(${text})` : text))
  return { text: operands.join(` ${op} `), isBinary: true }
}

function gaugeText({ family, stat, across, where = [], atLeast, over }: GaugeTerm, at: TermContext): string {
  const narrowed = { ...at, matchers: [...at.matchers, ...where] }
  const kept = atLeast === undefined ? '' : ` >= ${atLeast}`
  if (stat === 'last') {
    return aggregate(
      across,
      at,
      newest(family, narrowed, (selector) => `${selector}${kept}`),
    )
  }
  if (stat !== 'age') {
    return aggregate(across, at, rollup(`${stat}_over_time`, { family, over, kept: () => kept }, narrowed))
  }
  const then = at.offset === 0 ? 'time()' : `time() - ${at.offset}`
  return aggregate(
    across,
    at,
    newest(family, narrowed, (selector) => `${then} - timestamp(${selector})`),
  )
}

function growth(family: Family, range: Seconds, at: TermContext): Printed | undefined {
  const before = { ...at, offset: seconds(at.offset + range) }
  const [now, then] = [at, before].map((time) => atom(aggregate('sum', at, newest(family, time))))
  return binary('-', now, then)
}

function counter(term: CounterTerm, at: TermContext): Printed {
  const selected = counterText(term, at)
  if (term.elseZero === undefined) return atom(selected)
  return { text: `${selected} or 0 * ${counterText({ ...term, where: [] }, at)}`, isBinary: true }
}

function counterText({ family, stat, across = 'sum', where = [], below, over }: CounterTerm, at: TermContext): string {
  const narrowed = { ...at, matchers: [...at.matchers, ...where] }
  const kept = (newestOf: string): string => (below === undefined ? '' : ` and ${newestOf} < ${below}`)
  return aggregate(across, at, rollup(stat, { family, over, kept }, narrowed))
}

function histogram({ family, over, ...term }: HistogramTerm, at: TermContext): Printed | undefined {
  const rate = (suffix: string, by: readonly string[]): string =>
    aggregate('sum', { ...at, by }, rollup('rate', { family, suffix, over }, at))
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

function labelProductText({ family, labels, where = [] }: LabelProductTerm, at: TermContext): string {
  const narrowed = { ...at, matchers: [...at.matchers, ...where] }
  return aggregate('count', { by: [...at.by, ...labels] }, newest(family, narrowed))
}

function aggregate(op: string, { by }: Pick<TermContext, 'by'>, expression: string): string {
  return by.length === 0 ? `${op}(${expression})` : `${op} by (${by.map(labelName).join(', ')}) (${expression})`
}

const bare = (selector: string): string => selector

/** The newest samples of the family's series. */
function newest(family: Family, at: TermContext, of: (selector: string) => string = bare): string {
  return byEachName({ family }, at, (selector) => of(`${selector}${offsetText(at.offset)}`))
}

interface Ranged {
  readonly family: Family
  readonly suffix?: string
  readonly over?: Seconds | undefined
  /** What drops series, from the selector of their newest samples. */
  readonly kept?: (newest: string) => string
}

/** A function over the family's series in their range. */
function rollup(name: string, ranged: Ranged, at: TermContext): string {
  const offset = offsetText(at.offset)
  const range = `[${durationText(ranged.over ?? at.range)}]${offset}`
  return byEachName(
    ranged,
    at,
    (selector) => `${name}(${selector}${range})${ranged.kept?.(`${selector}${offset}`) ?? ''}`,
  )
}

/** The names' instances are disjoint, so that this `or` puts side by side and hides nothing. */
function byEachName(
  { family, suffix = '' }: Pick<Ranged, 'family' | 'suffix'>,
  { names, matchers }: TermContext,
  print: (selector: string) => string,
): string {
  return (names[family.id] ?? [])
    .map((choice) => print(selectorText(`${choice.name}${suffix}`, [...matchers, ...choice.matchers])))
    .join(' or ')
}

function offsetText(offset: Seconds): string {
  return offset === 0 ? '' : ` offset ${durationText(offset)}`
}
