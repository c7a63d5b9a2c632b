/**
 * Two pieces, one behind the other, as Chinese is set: a blank between a Chinese and a Latin word, none between two
 * Chinese ones or beside full-width punctuation. Only the seam is looked at: what stands in a hole stays as it is.
 */
export function joinedInChinese(before: string, piece: string): string {
  const [, left = '', blanksBefore = ''] = /^(.*?)( *)$/su.exec(before) ?? []
  const [, blanks = '', right = ''] = /^( *)(.*)$/su.exec(piece) ?? []
  if (left === '' || right === '') return before + piece
  const seam = (left.at(-1) ?? '') + (right.at(0) ?? '')
  if (TIGHT.test(seam)) return left + right
  return SPACED.test(seam) ? `${left} ${right}` : left + blanksBefore + blanks + right
}

const TIGHT = /^\p{Script=Han}{2}$|[，。：；？！、（）]/u
const SPACED = /^(?:\p{Script=Han}[a-z\d]|[a-z\d]\p{Script=Han})$/iu
