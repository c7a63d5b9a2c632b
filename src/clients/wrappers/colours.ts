const ESCAPE = '\u001B'
/** What follows the escape of a terminal's colour or movement. */
const SEQUENCE = /^\[[\d;?]{0,32}[A-Za-z]/u

/** Without a terminal's colours and movements; any other escape stays. */
export function withoutColours(text: string): string {
  if (!text.includes(ESCAPE)) return text
  const [first = '', ...pieces] = text.split(ESCAPE)
  return first + pieces.map((piece) => (SEQUENCE.test(piece) ? piece.replace(SEQUENCE, '') : ESCAPE + piece)).join('')
}
