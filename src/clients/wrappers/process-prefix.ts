import type { Wrapper } from './wrapper.ts'

/** `(APIServer pid=1) {…}`: vLLM puts its process before each line, also before those of a JSON logger. */
export const processPrefix: Wrapper = {
  id: 'vllm-process',
  peel: (text) => {
    const found = /^\([A-Za-z][\w-]{0,63} (?:rank=\d{1,6} )?pid=\d{1,10}\) (?=\{)/u.exec(text)
    return found === null ? undefined : [{ text: text.slice(found[0].length) }]
  },
}
