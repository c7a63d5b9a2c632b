import type { Language } from '../domain/language.ts'
import type { Speak } from '../domain/text.ts'
import { inEnglish } from '../domain/text.ts'
import { inChinese } from './in-chinese.ts'

/** The voice of a language. */
export function speakIn(language: Language): Speak {
  return VOICES[language]
}

const VOICES: Readonly<Record<Language, Speak>> = { en: inEnglish, zh: inChinese }
