/** What programs write where they know no client. */
const WORDS = [
  '',
  '-',
  '--',
  'none',
  'null',
  'nil',
  'undefined',
  'unknown',
  'unattributed',
  'anonymous',
  'n/a',
  'na',
  '(none)',
  '<none>',
  'nan',
  '[]',
  '{}',
  '""',
  "''",
] as const

/** True of a word that stands for a missing identity, in whatever case: LiteLLM's `None`, Higress' `none`. */
export function isNobody(name: string): boolean {
  const word = name.trim().toLowerCase()
  return WORDS.some((known) => known === word)
}
