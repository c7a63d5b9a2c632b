import { type LineFields, ROLES, type Role, rolesOf } from './line-fields.ts'

/** What is extracted stands beside the fields that are there, and hides none. */
export const PREFIX = 'whyslow_'

/** Which lines are asked about: those that were taken, those that a limit refused, or those in which somebody speaks. */
export type AskedLines = 'taken' | 'limited' | 'voices'

/** The roles that a question is about. User agents are many, so that they are read for the question about them alone. */
export function askedRoles(lines: LineFields, of: AskedLines): readonly Role[] {
  return rolesOf(lines).filter((role) => role !== 'userAgent' || of === 'voices')
}

/** A pattern `<role>` with its captures renamed; those that are not asked for capture nothing. */
export function prefixedPattern(text: string, roles: readonly Role[]): string {
  return ROLES.reduce(
    (rest, role) => rest.replaceAll(`<${role}>`, roles.includes(role) ? `<${PREFIX}${role}>` : '<_>'),
    text,
  )
}

/** A regular expression with its groups `(?P<role>` renamed. */
export function prefixedRegexp(text: string): string {
  return ROLES.reduce((rest, role) => rest.replaceAll(`(?P<${role}>`, `(?P<${PREFIX}${role}>`), text)
}
