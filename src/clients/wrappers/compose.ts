import type { Wrapper } from './wrapper.ts'

/** `vllm-1  | …` of docker compose, also without the name. */
export const compose: Wrapper = {
  id: 'compose',
  peel: (text) => {
    const found = /^([\w.-]{1,128})? {1,64}\| ?/u.exec(text)
    if (found === null) return undefined
    const [whole, source] = found
    return [{ text: text.slice(whole.length), ...(source !== undefined && { source }) }]
  },
}
