/** A text that stood in a line before; whether it stands in another is seen by four bytes at once. */
export interface KnownText {
  readonly length: number
  readonly words: Int32Array
}

/** @param end at least four bytes behind the start */
export function knownText(view: DataView, start: number, end: number): KnownText {
  const length = end - start
  const words = new Int32Array((length + 3) >> 2)
  const last = words.length - 1
  for (let index = 0; index < last; index++) words[index] = view.getInt32(start + 4 * index, true)
  // The last four overlap with those before them, so that nothing behind the text is compared.
  words[last] = view.getInt32(end - 4, true)
  return { length, words }
}

export function standsAt(known: KnownText, view: DataView, start: number): boolean {
  const { words, length } = known
  const last = words.length - 1
  for (let index = 0; index < last; index++) {
    if (view.getInt32(start + 4 * index, true) !== words[index]) return false
  }
  return view.getInt32(start + length - 4, true) === words[last]
}
