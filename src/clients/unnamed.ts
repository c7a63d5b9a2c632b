/** What programs write where they know of no client. LiteLLM writes the word None. */
const WORDS: readonly string[] = [
  '-',
  'none',
  'null',
  'nil',
  '<nil>',
  'unknown',
  'anonymous',
  'n/a',
  'undefined',
  '(none)',
  'not_applicable',
]

/** Whether a name is one of those that stand for nobody: shown as a part, never ranked. */
export function isUnnamed(name: string): boolean {
  const text = name.trim().toLowerCase()
  return text === '' || WORDS.includes(text)
}

/** The same as a regular expression of RE2, to be anchored at both ends. */
export const UNNAMED_PATTERN = `(?i:|${WORDS.map((word) => word.replaceAll(/[()]/g, String.raw`\$&`)).join('|')})`
