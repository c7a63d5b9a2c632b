import { isoInstant } from '../formats/instant.ts'
import type { Wrapper } from './wrapper.ts'

const CRI = /^(\d{4}-\d\d-\d\dT\S{9,30}) (stdout|stderr) ([FP])(?::\S{0,64})?(?: |$)/u

/** containerd's and CRI-O's files: `2026-08-05T08:39:50.123456789Z stdout F …`, cut at 16 KiB with `P`. */
export const cri: Wrapper = {
  id: 'cri',
  peel: (text, clock) => {
    const found = CRI.exec(text)
    if (found === null) return undefined
    const [whole, time = '', stream = '', tag] = found
    return [{ ...isoInstant(time, clock), text: text.slice(whole.length), stream, isPartial: tag === 'P' }]
  },
}
