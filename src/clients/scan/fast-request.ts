import { BAD_GATEWAY, LIMITED, isFailedStatus } from '../failed.ts'
import type { Chunk } from './chunk.ts'
import { type FastWay, word } from './fast-way.ts'
import { type KnownText, knownText, standsAt } from './known-text.ts'
import type { RequestKinds } from './request-kinds.ts'

const HTTP = word(' HTT')
const VERSION_1 = word('P/1.')
const VERSION_2 = word('P/2.')
/** As Envoy writes it. */
const ONLY_2 = word('P/2"')
/** Most lines ask for one of the few things that the lines before them asked for. */
const MOST_KNOWN = 4
const LONGEST_METHOD = 32

interface KnownRequest {
  readonly text: KnownText
  readonly isInference: boolean
}

/**
 * From a request line's first character to the end of the status behind it: `POST /v1/completions HTTP/1.1" 200`.
 * -1 where anything in it is out of the ordinary.
 */
export function createFastRequest(kinds: RequestKinds): FastWay {
  const known: KnownRequest[] = []
  let next = 0
  let last: KnownRequest | undefined

  function find(view: DataView, start: number): KnownRequest | undefined {
    for (const request of known) if (standsAt(request.text, view, start)) return request
    return undefined
  }

  function learn(chunk: Chunk, start: number): KnownRequest | undefined {
    const pathEnd = endOfPath(chunk.bytes, start)
    const end = pathEnd < 0 ? -1 : endOfRequest(chunk, pathEnd)
    const kind = end < 0 ? -1 : kinds.kindOf(chunk.bytes, start, pathEnd)
    if (kind < 0) return undefined
    const learnt = { text: knownText(chunk.view, start, end), isInference: kind === 1 }
    known[next] = learnt
    next = (next + 1) % MOST_KNOWN
    return learnt
  }

  return (chunk, start, found) => {
    const { bytes, view } = chunk
    let request = last
    if (request === undefined || !standsAt(request.text, view, start)) {
      request = find(view, start) ?? learn(chunk, start)
      if (request === undefined) return -1
      last = request
    }
    const at = start + request.text.length
    const status = statusAt(bytes, at)
    if (status < 100) return -1
    found.isInference = request.isInference
    found.isFailure = isFailedStatus(status)
    found.isBadGateway = status === BAD_GATEWAY
    found.isLimited = status === LIMITED
    return at + 3
  }
}

/** Past method and path, without what follows a question mark; -1 where anything is out of the ordinary. */
export function endOfPath(bytes: Uint8Array, start: number): number {
  let at = start
  let byte = bytes[at] ?? 0
  while (byte >= 0x41 && byte <= 0x5a) byte = bytes[++at] ?? 0
  if (byte !== 0x20 || at < start + 2 || at > start + LONGEST_METHOD || bytes[at + 1] !== 0x2f) return -1
  byte = bytes[++at] ?? 0
  while (isOrdinary(byte) && byte !== 0x3f && byte !== 0x25 && byte !== 0x23) byte = bytes[++at] ?? 0
  return at
}

/** Past the blank behind the closing quote. */
function endOfRequest({ bytes, view }: Chunk, pathEnd: number): number {
  let at = pathEnd
  let byte = bytes[at] ?? 0
  if (byte === 0x3f) while (isOrdinary(byte)) byte = bytes[++at] ?? 0
  if (view.getInt32(at, true) !== HTTP) return -1
  const version = view.getInt32(at + 4, true)
  if (version === ONLY_2) return bytes[at + 8] === 0x20 ? at + 9 : -1
  if (version !== VERSION_1 && version !== VERSION_2) return -1
  const minor = bytes[at + 8]
  return (minor === 0x30 || minor === 0x31) && bytes[at + 9] === 0x22 && bytes[at + 10] === 0x20 ? at + 11 : -1
}

/** Nothing that is quoted or escaped. */
export function isOrdinary(byte: number): boolean {
  return byte > 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c
}

function statusAt(bytes: Uint8Array, at: number): number {
  const hundreds = (bytes[at] ?? 0) - 0x30
  const tens = (bytes[at + 1] ?? 0) - 0x30
  const ones = (bytes[at + 2] ?? 0) - 0x30
  const areDigits = hundreds >= 0 && hundreds <= 9 && tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9
  return areDigits ? hundreds * 100 + tens * 10 + ones : -1
}
