import { afterBlanks, endOfName, endOfQuoted } from './characters.ts'

/** Why a text is no series. */
export type SeriesFault =
  | 'no metric name'
  | 'a label without a name'
  | 'a label without a quoted value'
  | 'no comma or brace behind a label'

const OPEN = 0x7b
const CLOSE = 0x7d
const COMMA = 0x2c
const EQUALS = 0x3d
const QUOTE = 0x22

/**
 * Where the series that starts at `from` ends: behind its name, or behind the brace that closes its labels.
 *
 * @param marks takes where the name starts and ends, then four places for each label: its name's and its value's. What
 * is quoted is marked with its quotes.
 */
export function endOfSeries(text: string, from: number, marks?: number[]): number | SeriesFault {
  const nameEnd = endOfName(text, from)
  const brace = afterBlanks(text, nameEnd)
  marks?.push(from, nameEnd)
  if (text.charCodeAt(brace) === OPEN) return endOfLabels(text, { brace, hasName: nameEnd > from }, marks)
  return nameEnd > from ? nameEnd : 'no metric name'
}

interface Labels {
  readonly brace: number
  readonly hasName: boolean
}

/** The labels behind a brace; the name may stand among them in quotes. */
function endOfLabels(text: string, { brace, hasName }: Labels, marks?: number[]): number | SeriesFault {
  let isNamed = hasName
  let at = afterBlanks(text, brace + 1)
  while (text.charCodeAt(at) !== CLOSE) {
    const isQuoted = text.charCodeAt(at) === QUOTE
    const keyEnd = isQuoted ? endOfQuoted(text, at) : endOfName(text, at)
    if (keyEnd - at <= (isQuoted ? 2 : 0)) return 'a label without a name'
    let next = afterBlanks(text, keyEnd)
    if (text.charCodeAt(next) === EQUALS) {
      const value = afterBlanks(text, next + 1)
      const valueEnd = endOfQuoted(text, value)
      if (valueEnd < 0) return 'a label without a quoted value'
      marks?.push(at, keyEnd, value, valueEnd)
      next = afterBlanks(text, valueEnd)
    } else if (isQuoted && !isNamed) {
      isNamed = true
      marks?.splice(0, 2, at, keyEnd)
    } else return 'a label without a quoted value'
    const code = text.charCodeAt(next)
    if (code !== COMMA && code !== CLOSE) return 'no comma or brace behind a label'
    at = code === COMMA ? afterBlanks(text, next + 1) : next
  }
  return isNamed ? at + 1 : 'no metric name'
}
