import { type Span, hashOf } from './byte-table.ts'

/** Texts one after the other, as one thread hands them to another. */
export interface PackedTexts {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Where each of them ends. */
  readonly ends: Int32Array<ArrayBuffer>
}

export function packTexts(count: number, bytesOf: (index: number) => Uint8Array): PackedTexts {
  const ends = new Int32Array(count)
  let length = 0
  for (let index = 0; index < count; index++) {
    length += bytesOf(index).length
    ends[index] = length
  }
  const bytes = new Uint8Array(length)
  for (let index = 0; index < count; index++) bytes.set(bytesOf(index), ends[index - 1] ?? 0)
  return { bytes, ends }
}

/** Where a text of them stands. */
export function textSpan({ bytes, ends }: PackedTexts, index: number): Span {
  const [start, end] = [ends[index - 1] ?? 0, ends[index] ?? 0]
  return { start, end, hash: hashOf(bytes, start, end) }
}
