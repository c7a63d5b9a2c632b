import type { Matcher } from '../../domain/matcher.ts'
import { isRecord } from '../../lib/is-record.ts'
import { type LineFields, type Role, rolesOf } from './line-fields.ts'

/** A field as it can be grouped by, compared and added up. */
export interface EsField {
  readonly name: string
  readonly isNumber: boolean
}

export interface EsFields {
  readonly roles: ReadonlyMap<Role, EsField>
  readonly matchers: readonly Matcher[]
}

const NUMBERS: readonly string[] = [
  'long',
  'integer',
  'short',
  'byte',
  'unsigned_long',
  'double',
  'float',
  'half_float',
  'scaled_float',
]
/** Elasticsearch keeps a text whole beside its words under this name. */
const WHOLE = '.keyword'

/** The fields' names as they are asked about: each may be a text, which is grouped by as its whole. */
export function askedFields(lines: LineFields, matchers: readonly Matcher[]): readonly string[] {
  const names = [...rolesOf(lines).map((role) => nameOf(lines, role)), ...matchers.map(({ name }) => name)]
  return [...new Set(names)].flatMap((name) => [name, `${name}${WHOLE}`])
}

/**
 * The fields by what the index says of them: a text is cut into words, so that it cannot be grouped by and POST is
 * nowhere found in it. A field that is not there is left out.
 */
export function knownFields(caps: unknown, lines: LineFields, matchers: readonly Matcher[]): EsFields {
  const find = (name: string): EsField | undefined => {
    const types = typesOf(caps, name)
    if (types.length === 0) return undefined
    const isWords = types.includes('text') || types.includes('match_only_text')
    const isWhole = isWords && typesOf(caps, `${name}${WHOLE}`).length > 0
    return { name: isWhole ? `${name}${WHOLE}` : name, isNumber: types.every((type) => NUMBERS.includes(type)) }
  }
  const found = rolesOf(lines).flatMap((role) => {
    const field = find(nameOf(lines, role))
    return field === undefined ? [] : [[role, field] as const]
  })
  return {
    roles: new Map(found),
    matchers: matchers.map((matcher) => ({ ...matcher, name: find(matcher.name)?.name ?? matcher.name })),
  }
}

/** Without such knowledge: by their names, or each text by its whole. */
export function guessedFields(lines: LineFields, matchers: readonly Matcher[], areTexts: boolean): EsFields {
  const ending = areTexts ? WHOLE : ''
  const found = rolesOf(lines).map((role) => {
    const isNumber = !TEXTS.includes(role)
    return [role, { name: `${nameOf(lines, role)}${isNumber ? '' : ending}`, isNumber }] as const
  })
  return { roles: new Map(found), matchers: matchers.map((own) => ({ ...own, name: `${own.name}${ending}` })) }
}

const TEXTS: readonly Role[] = ['client', 'method', 'path', 'upstream', 'userAgent']

export function nameOf(lines: LineFields, role: Role): string {
  if (lines.kind !== 'json' && lines.kind !== 'fields') return role
  return (lines.fields[role] ?? [role]).join('.')
}

function typesOf(caps: unknown, name: string): readonly string[] {
  if (!isRecord(caps) || !isRecord(caps['fields'])) return []
  const types = caps['fields'][name]
  return isRecord(types) ? Object.keys(types).filter((type) => type !== 'unmapped') : []
}
