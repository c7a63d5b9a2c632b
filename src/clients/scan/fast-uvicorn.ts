import { HASH_BASIS, HASH_PRIME } from './byte-table.ts'
import type { Chunk } from './chunk.ts'
import { createFastRequest } from './fast-request.ts'
import { type FastUnwrap, type FastWay, word } from './fast-way.ts'
import type { Found } from './found.ts'
import { type KnownText, knownText, standsAt } from './known-text.ts'
import type { RequestKinds } from './request-kinds.ts'

const INFO = word('INFO')
const AFTER_INFO = word(':   ')
const TWO_BLANKS = 0x20_20
const DASH_QUOTE = word(' - "')
const PID = word('pid=')
/** A status' words: `Internal Server Error`, `OK`. */
const LONGEST_PHRASE = 40
const LINE_OF_OK = word(' OK\n')
const LONGEST_PORT = 5
const LONGEST_PID = 10

/** `(APIServer pid=12) INFO:     10.0.0.1:4711 - "POST /v1/completions HTTP/1.1" 200 OK`, with or without vLLM's prefix. */
export function createFastUvicorn(unwrap: FastUnwrap, kinds: RequestKinds): FastWay {
  const readRequest = createFastRequest(kinds)
  let prefix: KnownText | undefined

  function afterPrefix(chunk: Chunk, start: number): number {
    if (prefix !== undefined && standsAt(prefix, chunk.view, start)) return start + prefix.length
    const end = endOfPrefix(chunk, start)
    if (end >= 0) prefix = knownText(chunk.view, start, end)
    return end
  }

  return (chunk, start, found) => {
    const { bytes, view } = chunk
    let at = unwrap(chunk, start, found)
    if (at < 0) return -1
    at = afterPrefix(chunk, at)
    if (at < 0) return -1
    at = readClient(bytes, at, found)
    if (at < 0 || view.getInt32(at, true) !== DASH_QUOTE) return -1
    at = readRequest(chunk, at + 4, found)
    if (at < 0) return -1
    return view.getInt32(at, true) === LINE_OF_OK ? at + 4 : afterPhrase(bytes, at)
  }
}

/** `(APIServer pid=12) INFO:     `; -1 where it is not that. */
function endOfPrefix(chunk: Chunk, start: number): number {
  const { bytes, view } = chunk
  const at = bytes[start] === 0x28 ? afterProcess(chunk, start) : start
  if (at < 0 || view.getInt32(at, true) !== INFO || view.getInt32(at + 4, true) !== AFTER_INFO) return -1
  return view.getUint16(at + 8) === TWO_BLANKS ? at + 10 : -1
}

function afterProcess({ bytes, view }: Chunk, start: number): number {
  let at = start + 1
  let byte = bytes[at] ?? 0
  if (byte < 0x41) return -1
  while (isWordByte(byte)) byte = bytes[++at] ?? 0
  if (byte !== 0x20 || view.getInt32(at + 1, true) !== PID) return -1
  at += 5
  const digits = at
  byte = bytes[at] ?? 0
  while (byte >= 0x30 && byte <= 0x39) byte = bytes[++at] ?? 0
  return at > digits && at - digits <= LONGEST_PID && byte === 0x29 && bytes[at + 1] === 0x20 ? at + 2 : -1
}

function isWordByte(byte: number): boolean {
  return (
    (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x30 && byte <= 0x39) || byte === 0x5f
  )
}

/** An address up to its last colon, which IPv6 has without brackets: `::1:36100`. */
function readClient(bytes: Uint8Array, start: number, found: Found): number {
  let hash = HASH_BASIS
  let keyHash = 0
  const prime = HASH_PRIME
  let at = start
  let colon = -1
  let byte = bytes[at] ?? 0
  while (byte > 0x20 && byte < 0x7f) {
    if (byte === 0x3a) {
      colon = at
      keyHash = hash
    }
    hash = Math.imul(hash ^ byte, prime)
    byte = bytes[++at] ?? 0
  }
  // `-` alone is nobody, and what stands in brackets has another name.
  if (colon < start + 3 || bytes[start] === 0x5b || bytes[colon - 1] === 0x5d) return -1
  if (at === colon + 1 || at - colon > LONGEST_PORT + 1) return -1
  let port = 0
  for (let index = colon + 1; index < at; index++) {
    const digit = bytes[index] ?? 0
    if (digit < 0x30 || digit > 0x39) return -1
    port = port * 10 + digit - 0x30
  }
  found.keyStart = start
  found.keyEnd = colon
  found.keyHash = keyHash
  found.isFromHeader = port === 0
  return at
}

/** Past the line's end, which a status' words may stand before. */
function afterPhrase(bytes: Uint8Array, start: number): number {
  let at = start
  let byte = bytes[at] ?? 0
  if (byte === 0x0a) return at + 1
  if (byte !== 0x20) return -1
  byte = bytes[++at] ?? 0
  while ((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || byte === 0x20 || byte === 0x2d) {
    byte = bytes[++at] ?? 0
  }
  return byte === 0x0a && at > start + 1 && at - start < LONGEST_PHRASE ? at + 1 : -1
}
