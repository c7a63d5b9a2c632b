const MATCHER = /^\s*[A-Za-z_]\w*\s*(?:=~|!~|!=|=)\s*(?:"(?:[^"\\\n]|\\.)*"|`[^`\n]*`)\s*(?:,|$)/u

/** Whether a text is one stream selector of LogQL, such as `{app="vllm"}`, and nothing follows it. */
export function isStreamSelector(text: string): boolean {
  let rest = /^\{(.*)\}$/su.exec(text.trim())?.[1]?.trim() ?? ''
  if (rest === '') return false
  while (rest !== '') {
    const match = MATCHER.exec(rest)
    if (match === null) return false
    rest = rest.slice(match[0].length).trim()
  }
  return true
}
