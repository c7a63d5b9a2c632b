const LONGEST = 200

/** Text of others in one line of bounded length. */
export function shorten(text: string): string {
  const line = text
    .replaceAll(/\p{C}+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`
}
