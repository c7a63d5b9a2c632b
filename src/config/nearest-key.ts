/** The known key that a mistyped one most likely means: the same letters but for a few. */
export function nearestKey(typed: string, known: readonly string[]): string | undefined {
  const near = known
    .map((key) => ({ key, edits: editsBetween(plain(typed), plain(key)) }))
    .toSorted((left, right) => left.edits - right.edits)
    .at(0)
  return near !== undefined && near.edits <= Math.max(1, Math.floor(typed.length / 3)) ? near.key : undefined
}

/** `bodyLimit`, `body-limit` and `body_limit` differ in nothing a person would see. */
function plain(key: string): string {
  return key.replaceAll(/[-_]/gu, '').toLowerCase()
}

/** Levenshtein's distance. */
function editsBetween(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (const [at, letter] of left.split('').entries()) {
    const next = [at + 1]
    for (const [index, other] of right.split('').entries()) {
      const replaced = (row[index] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
