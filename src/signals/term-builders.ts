import type { Matcher } from '../domain/matcher.ts'
import type { Seconds } from '../domain/time.ts'
import type { Family } from './family.ts'
import type { Across, GaugeTerm, NumberTerm } from './term.ts'

/** A gauge's newest sample, joined across series. */
export function last(family: Family, across: Across): NumberTerm {
  return { kind: 'gauge', family, stat: 'last', across }
}

/** A gauge over the range: its greatest, least or mean value by series, joined across series. */
export function overRange(
  family: Family,
  stat: Exclude<GaugeTerm['stat'], 'last' | 'age'>,
  across: Across,
): NumberTerm {
  return { kind: 'gauge', family, stat, across }
}

export function rate(family: Family, over?: Seconds): NumberTerm {
  return { kind: 'counter', family, stat: 'rate', ...(over === undefined ? {} : { over }) }
}

/** A rate of those series alone that the matchers select. */
export function rateWhere(family: Family, ...where: readonly Matcher[]): NumberTerm {
  return { kind: 'counter', family, stat: 'rate', where }
}

/** The same, and 0 where only others were counted. */
export function rateOfSome(family: Family, ...where: readonly Matcher[]): NumberTerm {
  return { kind: 'counter', family, stat: 'rate', where, elseZero: true }
}

export function increase(family: Family): NumberTerm {
  return { kind: 'counter', family, stat: 'increase' }
}

/** The mean of a histogram's observations: their sum over their count, which adds up across stages. */
export function mean(family: Family): NumberTerm {
  return { kind: 'histogram', family, stat: 'mean' }
}

export function ratio(of: NumberTerm, by: NumberTerm): NumberTerm {
  return { kind: 'ratio', of, by }
}
