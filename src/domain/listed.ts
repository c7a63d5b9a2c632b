/** The first few of some texts, and how many more there are. */
export function listed(texts: readonly string[], most: number, separator = ', '): string {
  const shown = texts.slice(0, most).join(separator)
  return texts.length <= most ? shown : `${shown} and ${texts.length - most} more`
}

/** The first few of some lines and, where there are more, one that says so. */
export function fewLines(lines: readonly string[], most: number, more: (count: number) => string): readonly string[] {
  return lines.length <= most ? lines : [...lines.slice(0, most), more(lines.length - most)]
}

/** `waiting: no number (and 2 more)`: of several slips the first, since a person mends one at a time. */
export function firstOf(first: string, { length: others }: readonly unknown[]): string {
  return others === 0 ? first : `${first} (and ${others} more)`
}

/** `1 engine`, `3 engines`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
