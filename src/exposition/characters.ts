const TAB = 0x09
const NEWLINE = 0x0a
const RETURN = 0x0d
const SPACE = 0x20
const QUOTE = 0x22
const BACKSLASH = 0x5c

// All of these stop at a newline, so that a line can be read where it stands in a longer text.

/** Where the blanks that start at `from` end; the return of a CRLF is one. */
export function afterBlanks(text: string, from: number): number {
  let index = from
  for (;;) {
    const code = text.charCodeAt(index)
    if (code !== SPACE && code !== TAB && code !== RETURN) return index
    index++
  }
}

/** Where the word that starts at `from` ends. */
export function endOfWord(text: string, from: number): number {
  let index = from
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code === SPACE || code === TAB || code === NEWLINE || code === RETURN) return index
    index++
  }
  return index
}

/** Where the bare name that starts at `from` ends: `from` itself when none does. Dots are let through. */
export function endOfName(text: string, from: number): number {
  let index = from
  while (isOfName(text.charCodeAt(index), index > from)) index++
  return index
}

function isOfName(code: number, isInside: boolean): boolean {
  // a-z, A-Z, underscore, colon; inside also 0-9 and the dot.
  if ((code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f || code === 0x3a) return true
  return isInside && ((code >= 0x30 && code <= 0x39) || code === 0x2e)
}

/** Where the quoted text that starts at `from` ends, behind its closing quote; -1 when there is none. */
export function endOfQuoted(text: string, from: number): number {
  if (text.charCodeAt(from) !== QUOTE) return -1
  for (let index = from + 1; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) return index + 1
    if (code === BACKSLASH) index++
    if (code === NEWLINE || code === 0) return -1
    if (code === BACKSLASH && (text.charCodeAt(index) === NEWLINE || text.charCodeAt(index) === 0)) return -1
  }
  return -1
}
