/** One line of a made-up access log. */
export interface LogLine {
  readonly labels: Readonly<Record<string, string>>
  /** Unix seconds. */
  readonly at: number
  readonly line: string
}

/** The fields that a pattern with placeholders in angle brackets finds in a text, as far as the text goes along with it. */
export function matchPattern(pattern: string, text: string): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {}
  const parts = pattern.split(/(<\w+>)/)
  let at = 0
  const first = parts[0] ?? ''
  const begin = text.indexOf(first)
  if (begin < 0) return fields
  at = begin + first.length
  for (let index = 1; index < parts.length; index += 2) {
    const name = (parts[index] ?? '').slice(1, -1)
    const literal = parts[index + 1] ?? ''
    const end = literal === '' ? text.length : text.indexOf(literal, at)
    if (name !== '_' && end >= 0) fields[name] = text.slice(at, end)
    if (end < 0) return fields
    at = end + literal.length
  }
  return fields
}

/** The named groups of a regex of RE2. */
export function matchGroups(pattern: string, text: string): Readonly<Record<string, string>> {
  const groups = new RegExp(pattern.replaceAll('(?P<', '(?<'), 'u').exec(text)?.groups
  return { ...groups }
}

/** The value at the end of a path of keys in a line of JSON; undefined where there is none. */
export function valueAt(line: string, path: readonly string[]): string | undefined {
  let value: unknown = parsed(line)
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !(key in value)) return undefined
    value = new Map(Object.entries(value)).get(key)
  }
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** A text that stands in double quotes somewhere in a query, without them. */
export function unquoted(quoted: string): string {
  return String(JSON.parse(quoted))
}

export const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`

/** RE2 to this runtime's: `(?i:…)` at the beginning is its only inline flag here. */
export function anchored(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern.replace(/^\(\?s:/, '(?:')})$`, 'su')
}
