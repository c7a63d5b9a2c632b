/** A label matcher as Prometheus and Alertmanager have it: `=`, `!=`, `=~` and `!~` (regexes fully anchored). */
export interface Matcher {
  readonly name: string
  readonly op: '=' | '!=' | '=~' | '!~'
  readonly value: string
}

export function equals(name: string, value: string): Matcher {
  return { name, op: '=', value }
}
