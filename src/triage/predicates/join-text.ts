/** Tests read aloud as one: a member that is made of several stands in brackets, so that it can be read in one way only. */
export function joinText(tests: readonly { readonly text: string }[], word: 'and' | 'or'): string {
  return tests.map(({ text }) => (tests.length > 1 && isCompound(text) ? `(${text})` : text)).join(` ${word} `)
}

/** Whether an `and` or an `or` stands outside all brackets. */
function isCompound(text: string): boolean {
  const outside = text.replaceAll(/\([^()]*\)/g, '')
  return outside === text ? /\b(?:and|or)\b/.test(text) : isCompound(outside)
}
