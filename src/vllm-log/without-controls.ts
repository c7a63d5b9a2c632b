// eslint-disable-next-line no-control-regex -- a terminal's colours are what is taken out
const ANSI = /\u001B\[[\d;?]{0,32}[A-Za-z]/gu
const CONTROL = /\p{Cc}/u
const CONTROLS = /\p{Cc}/gu

/** Without a terminal's colours and any other control character. */
export function withoutControls(text: string): string {
  if (!CONTROL.test(text)) return text
  return withoutLastControls(text.replaceAll(ANSI, '')).replaceAll(CONTROLS, ' ')
}

/** By hand: a pattern for a run at the end tries every run on its way there, each from each of its characters. */
function withoutLastControls(text: string): string {
  let end = text.length
  while (end > 0 && CONTROL.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
