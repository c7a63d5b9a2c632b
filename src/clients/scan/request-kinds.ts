import { type ByteTable, createByteTable, hashOf } from './byte-table.ts'

/** Tells requests to a model from the others by the bytes of method and path; each text is judged once. */
export interface RequestKinds {
  /** 1 for inference, 0 for another request, -1 where only a careful look can tell. */
  readonly kindOf: (bytes: Uint8Array, start: number, end: number) => number
}

/** A server has few routes; what a scanner of the internet asks for is looked at one by one. */
const MOST_KNOWN = 4096
const LONGEST = 200

/** @param judge told `POST /v1/completions`, answers as `kindOf` */
export function createRequestKinds(judge: (request: string) => number): RequestKinds {
  const table: ByteTable = createByteTable()
  const kinds = new Int8Array(MOST_KNOWN)
  const last = new Uint8Array(LONGEST)
  let lastLength = -1
  let lastKind = -1
  const span = { start: 0, end: 0, hash: 0 }

  function lookUp(bytes: Uint8Array, start: number, end: number): number {
    span.start = start
    span.end = end
    span.hash = hashOf(bytes, start, end)
    const index = table.find(bytes, span)
    if (index >= 0) return kinds[index] ?? -1
    const kind = judge(new TextDecoder().decode(bytes.subarray(start, end)))
    if (table.size() < MOST_KNOWN) kinds[table.add(bytes, span)] = kind
    return kind
  }
  return {
    kindOf: (bytes, start, end) => {
      const length = end - start
      if (length > LONGEST) return -1
      if (length === lastLength) {
        let index = 0
        while (index < length && last[index] === bytes[start + index]) index++
        if (index === length) return lastKind
      }
      lastKind = lookUp(bytes, start, end)
      for (let index = 0; index < length; index++) last[index] = bytes[start + index] ?? 0
      lastLength = length
      return lastKind
    },
  }
}
