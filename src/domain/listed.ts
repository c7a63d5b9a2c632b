/** The first few of some texts, and how many more there are. */
export function listed(texts: readonly string[], most: number, separator = ', '): string {
  const shown = texts.slice(0, most).join(separator)
  return texts.length <= most ? shown : `${shown} and ${texts.length - most} more`
}

/** `1 engine`, `3 engines`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
