import type { Speak } from '../domain/text.ts'
import { speakWith } from '../domain/text.ts'
import { joinedInChinese } from './joined-in-chinese.ts'
import { keptInChinese } from './kept-in-chinese.ts'
import { CHINESE } from './zh/catalogue.ts'

/** Says a text in Simplified Chinese, and in English what the catalogue lacks. */
export const inChinese: Speak = speakWith((template) => CHINESE.get(template), joinedInChinese, keptInChinese)
