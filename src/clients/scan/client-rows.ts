import { type ByteTable, type Span, createByteTable, hashOf } from './byte-table.ts'
import type { Found } from './found.ts'
import { type PackedTexts, packTexts } from './packed-texts.ts'
import { type Tally, MOST_ROWS, UNATTRIBUTED } from './tally.ts'

/** Each client's row of a tally. */
export interface ClientRows {
  /** By the name as it stands in a line: an address with or without its zone, its port cut off. */
  readonly ofRaw: (bytes: Uint8Array, found: Found) => number
  /** By the name that is shown; undefined where nobody can be named. */
  readonly ofName: (name: string | undefined) => number
  /** By the bytes of the name that is shown. */
  readonly ofBytes: (bytes: Uint8Array, at: Span) => number
  /** The same; undefined for a client that has no row. */
  readonly find: (bytes: Uint8Array, at: Span) => number | undefined
  readonly nameOf: (row: number) => string
  /** The names that are shown for all rows from the second on. */
  readonly packNames: () => PackedTexts
}

/** Names as they stand in lines, beside the names that are shown: one client may have many, such as addresses of a /64. */
const MOST_KEYS = 2 * MOST_ROWS

/**
 * @param nameOf the client that is shown for a name as it stands in a line; asked once for each, but not for plain IPv4
 */
export function createClientRows(tally: Tally, nameOf: (raw: string) => string | undefined): ClientRows {
  const keys: ByteTable = createByteTable()
  let rowOfKey = new Int32Array(1024)
  /** The key of the name that is shown for a row. */
  let keyOfRow = new Int32Array(1024)
  const encoder = new TextEncoder()
  const span = { start: 0, end: 0, hash: 0 }

  function addKey(bytes: Uint8Array, at: Span, row: number): void {
    const key = keys.add(bytes, at)
    if (key >= rowOfKey.length) rowOfKey = doubled(rowOfKey)
    rowOfKey[key] = row
  }

  function addClient(bytes: Uint8Array, at: Span): number {
    const row = tally.addRow()
    if (row >= keyOfRow.length) keyOfRow = doubled(keyOfRow)
    keyOfRow[row] = keys.size()
    addKey(bytes, at, row)
    return row
  }

  /** Before a key is added: afterwards there is room for one client and two keys. */
  function makeRoom(): void {
    if (tally.isFull()) {
      const renumbered = tally.shrink()
      // A row only moves towards the beginning, over rows that were moved or forgotten.
      for (let from = 0; from < renumbered.length; from++) {
        const to = renumbered[from] ?? -1
        if (to >= 0) keyOfRow[to] = keyOfRow[from] ?? 0
      }
      keepNames(keyOfRow.subarray(0, tally.rows()))
    } else if (keys.size() + 2 > MOST_KEYS) keepNames(keyOfRow.subarray(0, tally.rows()))
  }

  /** Forgets all keys but the names that are shown, of which the first row, nobody's, has none. */
  function keepNames(kept: Int32Array): void {
    keys.keep(kept.subarray(1))
    for (let row = 1; row < kept.length; row++) {
      keyOfRow[row] = row - 1
      rowOfKey[row - 1] = row
    }
  }

  function ofName(name: string | undefined): number {
    if (name === undefined) return UNATTRIBUTED
    const bytes = encoder.encode(name)
    span.start = 0
    span.end = bytes.length
    span.hash = hashOf(bytes, 0, bytes.length)
    return ofBytes(bytes, span)
  }

  function find(bytes: Uint8Array, at: Span): number | undefined {
    const key = keys.find(bytes, at)
    return key < 0 ? undefined : rowOfKey[key]
  }

  function ofBytes(bytes: Uint8Array, at: Span): number {
    const known = find(bytes, at)
    if (known !== undefined) return known
    makeRoom()
    return addClient(bytes, at)
  }

  const rawSpan = { start: 0, end: 0, hash: 0 }
  return {
    ofRaw: (bytes, found) => {
      rawSpan.start = found.keyStart
      rawSpan.end = found.keyEnd
      rawSpan.hash = found.keyHash
      const key = keys.find(bytes, rawSpan)
      if (key >= 0) return rowOfKey[key] ?? UNATTRIBUTED
      makeRoom()
      if (isPlainIpv4(bytes, rawSpan.start, rawSpan.end)) return addClient(bytes, rawSpan)
      const raw = new TextDecoder().decode(bytes.subarray(rawSpan.start, rawSpan.end))
      const name = nameOf(raw)
      const row = ofName(name)
      if (name !== raw) addKey(bytes, rawSpan, row)
      return row
    },
    ofName,
    ofBytes,
    find,
    nameOf: (row) => keys.textOf(keyOfRow[row] ?? 0),
    packNames: () => packTexts(tally.rows() - 1, (index) => keys.bytesOf(keyOfRow[index + 1] ?? 0)),
  }
}

/** Four numbers up to 255 without leading zeros, as an address is written in the one way there is. */
function isPlainIpv4(bytes: Uint8Array, start: number, end: number): boolean {
  let dots = 0
  let digits = 0
  let value = 0
  for (let index = start; index < end; index++) {
    const digit = (bytes[index] ?? 0) - 0x30
    if (digit === -2 && digits > 0) {
      dots++
      digits = 0
      value = 0
      continue
    }
    if (digit < 0 || digit > 9 || (digits > 0 && value === 0)) return false
    value = value * 10 + digit
    digits++
    if (value > 255) return false
  }
  return dots === 3 && digits > 0
}

function doubled(old: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(old.length * 2)
  larger.set(old)
  return larger
}
