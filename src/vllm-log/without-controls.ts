const ESCAPE = '\u001B'
/** What follows the escape of a terminal's colour or movement. */
const SEQUENCE = /^\[[\d;?]{0,32}[A-Za-z]/u
const CONTROL = /\p{Cc}/u
const CONTROLS = /\p{Cc}/gu

/** Without a terminal's colours and any other control character. */
export function withoutControls(text: string): string {
  if (!CONTROL.test(text)) return text
  return withoutLastControls(withoutColours(text)).replaceAll(CONTROLS, ' ')
}

/** An escape that begins no sequence stays what it is, a control character. */
function withoutColours(text: string): string {
  const [first = '', ...pieces] = text.split(ESCAPE)
  return first + pieces.map((piece) => (SEQUENCE.test(piece) ? piece.replace(SEQUENCE, '') : ESCAPE + piece)).join('')
}

/** By hand: a pattern for a run at the end tries every run on its way there, each from each of its characters. */
function withoutLastControls(text: string): string {
  let end = text.length
  while (end > 0 && CONTROL.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
