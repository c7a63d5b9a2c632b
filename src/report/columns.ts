/** Characters that a terminal draws over two columns (Unicode TR11: wide and emoji), and those over none. */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60]|\p{Emoji_Presentation}/u
const NONE = /\p{Mn}|\p{Me}|\u200D|\uFE0F/u

/** How many columns of a terminal a line takes. */
export function columnsOf(line: string): number {
  let columns = 0
  for (const character of line) {
    if (NONE.test(character)) continue
    columns += WIDE.test(character) ? 2 : 1
  }
  return columns
}

export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - columnsOf(text)))
}

export function padStart(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - columnsOf(text))) + text
}

/** The text cut to so many columns, with an ellipsis where something was cut. */
export function cut(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text
  let kept = ''
  for (const character of text) {
    if (columnsOf(kept + character) > columns - 1) break
    kept += character
  }
  return `${kept}…`
}

/**
 * The words in lines of at most so many columns; a longer word is broken, so that no line is longer.
 *
 * @param separator what stands between two pieces of a line and falls away at a break
 */
export function wrap(text: string, columns: number, separator = ' '): readonly string[] {
  const lines: string[] = []
  let line: string | undefined
  for (const piece of text.split(separator).flatMap((word) => broken(word, columns))) {
    const longer = line === undefined ? piece : `${line}${separator}${piece}`
    if (line !== undefined && columnsOf(longer) > columns) {
      lines.push(line)
      line = piece
    } else line = longer
  }
  return line === undefined ? lines : [...lines, line]
}

function broken(word: string, columns: number): readonly string[] {
  if (columnsOf(word) <= columns) return [word]
  const pieces: string[] = []
  let piece = ''
  for (const character of word) {
    if (columnsOf(piece + character) > columns) {
      pieces.push(piece)
      piece = character
    } else piece += character
  }
  return [...pieces, piece]
}
