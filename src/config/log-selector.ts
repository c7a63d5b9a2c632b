import { isListOf } from './selector.ts'

const MATCHER = /^\s*[A-Za-z_]\w*\s*(?:=~|!~|!=|=)\s*(?:"(?:[^"\\\n]|\\.)*"|`[^`\n]*`)\s*(?:,|$)/u

/** Whether a text is one stream selector of LogQL, such as `{app="vllm"}`, and nothing follows it. */
export function isStreamSelector(text: string): boolean {
  const inner = /^\{(.*)\}$/su.exec(text.trim())?.[1]
  return inner !== undefined && isListOf(MATCHER, inner)
}
