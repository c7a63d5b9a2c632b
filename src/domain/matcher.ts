/** A label matcher as Prometheus and Alertmanager have it: `=`, `!=`, `=~` and `!~` (regexes fully anchored). */
export interface Matcher {
  readonly name: string
  readonly op: '=' | '!=' | '=~' | '!~'
  readonly value: string
}

export function equals(name: string, value: string): Matcher {
  return { name, op: '=', value }
}

/** Any of some values, each as it is and not as a pattern. */
export function anyOfValues(name: string, values: readonly string[]): Matcher {
  const [only, ...others] = [...new Set(values)]
  if (only !== undefined && others.length === 0) return equals(name, only)
  const patterns = [...new Set(values)].map((value) => value.replaceAll(/[\\.+*?()|[\]{}^$]/gu, String.raw`\$&`))
  return { name, op: '=~', value: patterns.join('|') }
}

/** As Alertmanager reads it: `name="value"`; names beyond the classic letters are quoted, too. */
export function matcherText({ name, op, value }: Matcher): string {
  return `${/^[A-Za-z_]\w*$/u.test(name) ? name : quoted(name)}${op}${quoted(value)}`
}

function quoted(text: string): string {
  return `"${text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)}"`
}
