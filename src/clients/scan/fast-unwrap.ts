import { type FastUnwrap, word } from './fast-way.ts'
import { createRfc3339Clock } from './byte-clock.ts'

const STDOUT = word(' std')
const OUT = word('out ')
const ERR = word('err ')
const WHOLE = 0x46_20

/** No collector: the line is the program's own. */
export const unwrapNothing: FastUnwrap = (_, start, found) => {
  found.at = NaN
  return start
}

/** `2026-11-29T12:33:08.123456789Z stdout F `, as containerd and CRI-O write it; a part of a line (`P`) is not for here. */
export function createUnwrapCri(): FastUnwrap {
  const clock = createRfc3339Clock()
  return ({ view }, start, found) => {
    const at = clock.read(view, start)
    if (at < 0 || view.getInt32(at, true) !== STDOUT) return -1
    const stream = view.getInt32(at + 4, true)
    if ((stream !== OUT && stream !== ERR) || view.getUint16(at + 8) !== WHOLE) return -1
    found.at = clock.at
    return at + 10
  }
}

/** `2026-11-29T12:33:08.123456789Z `, as `kubectl logs --timestamps` writes it. */
export function createUnwrapTimestamp(): FastUnwrap {
  const clock = createRfc3339Clock()
  return ({ bytes, view }, start, found) => {
    const at = clock.read(view, start)
    if (at < 0 || bytes[at] !== 0x20) return -1
    found.at = clock.at
    return at + 1
  }
}
