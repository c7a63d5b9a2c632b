const MATCHER = /^\s*[A-Za-z_][\w.]*\s*(?:=~|!~|!=|=)\s*(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')\s*(?:,|$)/u

/** Whether a text is a list of label matchers as Prometheus has them between braces: `job=~"vllm.*", cluster="prod"`. */
export function isSelector(text: string): boolean {
  return isListOf(MATCHER, text)
}

/** Whether a text is some matchers, each with the comma behind it where there is one, and nothing else. */
export function isListOf(matcher: RegExp, text: string): boolean {
  let rest = text.trim()
  if (rest === '') return false
  while (rest !== '') {
    const match = matcher.exec(rest)
    if (match === null) return false
    rest = rest.slice(match[0].length).trim()
  }
  return true
}

/** With or without the braces around it. */
export function withoutBraces(text: string): string {
  const inner = /^\s*\{(.*)\}\s*$/su.exec(text)?.[1]
  return (inner ?? text).trim()
}
