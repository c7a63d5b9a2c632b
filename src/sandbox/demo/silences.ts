import { z } from 'zod'
import type { Matcher } from '../../domain/matcher.ts'
import type { Labels } from '../../domain/series.ts'
import { toRegExp } from '../../signals/regex.ts'

/** A matcher as Alertmanager's API v2 has it; one with a pattern that is none is refused. */
export const matcher = z
  .object({ name: z.string(), value: z.string(), isRegex: z.boolean(), isEqual: z.boolean().default(true) })
  .refine(({ isRegex, value }) => !isRegex || isPattern(value))

export function toMatcher({ name, value, isRegex, isEqual }: z.infer<typeof matcher>): Matcher {
  if (isRegex) return { name, value, op: isEqual ? '=~' : '!~' }
  return { name, value, op: isEqual ? '=' : '!=' }
}

export function matches(labels: Labels, matchers: readonly Matcher[]): boolean {
  return matchers.every(({ name, op, value }) => {
    const held = labels[name] ?? ''
    switch (op) {
      case '=':
        return held === value
      case '!=':
        return held !== value
      case '=~':
        return toRegExp(value).test(held)
      case '!~':
        return !toRegExp(value).test(held)
      default:
        return op satisfies never
    }
  })
}

function isPattern(value: string): boolean {
  try {
    toRegExp(value)
    return true
  } catch {
    return false
  }
}
