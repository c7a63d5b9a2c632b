import type { Language } from '../domain/language.ts'
import { LANGUAGES } from '../domain/language.ts'

/** The language that a tag names: `zh`, or with the country or script, such as `zh-CN` and `zh_Hans`. */
export function spokenAs(tag: string): Language | undefined {
  const [first = '', ...rest] = tag.toLowerCase().split(/[-_]/u)
  // What is spoken is the simplified script, which who asks for the other did not mean.
  if (rest.some((part) => TRADITIONAL.has(part))) return undefined
  return LANGUAGES.find((language) => language === first)
}

const TRADITIONAL: ReadonlySet<string> = new Set(['hant', 'tw', 'hk', 'mo'])
