import type { Text } from '../domain/text.ts'
import { inEnglish, templateOf } from '../domain/text.ts'
import { CHINESE } from './zh/catalogue.ts'

/** Says a text in Simplified Chinese, and in English what the catalogue lacks. */
export function inChinese(text: Text): string {
  const found = CHINESE.get(templateOf(text))
  const holes = text.holes.map((hole) => (typeof hole === 'object' ? inChinese(hole) : String(hole)))
  if (found === undefined) return inEnglish({ ...text, holes })
  return found
    .split(HOLE)
    .map((piece, index) => (index % 2 === 0 ? piece : (holes[Number(piece)] ?? '')))
    .reduce(joined, '')
}

/** What it names stands at every other place of a sentence that is split there. */
const HOLE = /\{(\d+)\}/u

/**
 * Two pieces, one behind the other, as Chinese is set: a blank between a Chinese and a Latin word, none between two
 * Chinese ones or beside full-width punctuation. Only the seam is looked at: what stands in a hole stays as it is.
 */
function joined(before: string, piece: string): string {
  const [, left = '', blanksBefore = ''] = /^(.*?)( *)$/su.exec(before) ?? []
  const [, blanks = '', right = ''] = /^( *)(.*)$/su.exec(piece) ?? []
  if (left === '' || right === '') return before + piece
  const seam = (left.at(-1) ?? '') + (right.at(0) ?? '')
  if (TIGHT.test(seam)) return left + right
  return SPACED.test(seam) ? `${left} ${right}` : left + blanksBefore + blanks + right
}

const TIGHT = /^\p{Script=Han}{2}$|[，。：；？！、（）]/u
const SPACED = /^(?:\p{Script=Han}[a-z\d]|[a-z\d]\p{Script=Han})$/iu
