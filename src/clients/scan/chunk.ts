/** Bytes of a text that end with a line's end, and stay as they are until the next ones are asked for. */
export interface Chunk {
  readonly bytes: Uint8Array
  /** Over the same bytes, to look at four of them at once. */
  readonly view: DataView
  /** Where the first line begins, and where the last one ends; at least `PADDING` bytes that mean nothing follow. */
  readonly start: number
  readonly end: number
}

/** How far a look at several bytes may reach past the last line. */
export const PADDING = 64

/** A chunk over a text of whole lines. */
export function chunkOf(text: Uint8Array): Chunk {
  const bytes = new Uint8Array(text.length + PADDING)
  bytes.set(text)
  return { bytes, view: new DataView(bytes.buffer), start: 0, end: text.length }
}
