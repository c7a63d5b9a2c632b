import type { Wrapper } from './wrapper.ts'

/** `[pod/vllm-0/vllm] …` of `kubectl logs --prefix`. */
export const kubectlPrefix: Wrapper = {
  id: 'kubectl-prefix',
  peel: (text) => {
    const found = /^\[pod\/([\w.-]{1,253})\/[\w.-]{1,253}\] ?/u.exec(text)
    return found?.[1] === undefined ? undefined : [{ text: text.slice(found[0].length), source: found[1] }]
  },
}
