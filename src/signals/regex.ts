const POSIX_CLASSES: Readonly<Record<string, string>> = {
  alnum: 'a-zA-Z0-9',
  alpha: 'a-zA-Z',
  digit: '0-9',
  lower: 'a-z',
  upper: 'A-Z',
  space: String.raw`\s`,
  word: String.raw`\w`,
  xdigit: '0-9a-fA-F',
  punct: String.raw`!-\/:-@\[-\x60{-~`,
}

/**
 * A regex of RE2 as a fully anchored one of JavaScript, as matchers of Prometheus are. Flags at the start (`(?i)`),
 * POSIX classes, `(?P<name>` and `\A`, `\z` are translated.
 *
 * @throws SyntaxError when it is no regex, or is one that only RE2 has
 */
export function toRegExp(pattern: string): RegExp {
  const leading = /^\(\?([ims]+)\)/.exec(pattern)
  const body = leading === null ? pattern : pattern.slice(leading[0].length)
  const translated = body
    .replaceAll(/\[:(\w+):\]/g, (whole, name: string) => POSIX_CLASSES[name] ?? whole)
    .replaceAll('(?P<', '(?<')
    .replaceAll(/\\\\|\\A|\\z/g, (escape) => ({ '\\A': '^', '\\z': '$' })[escape] ?? escape)
  return new RegExp(`^(?:${translated})$`, leading?.[1] ?? '')
}
