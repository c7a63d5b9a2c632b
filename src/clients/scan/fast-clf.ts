import { HASH_BASIS, HASH_PRIME } from './byte-table.ts'
import type { Chunk } from './chunk.ts'
import { createFastRequest } from './fast-request.ts'
import { type FastUnwrap, type FastWay, word } from './fast-way.ts'
import type { Found } from './found.ts'
import { type KnownText, knownText, standsAt } from './known-text.ts'
import { createClfClock } from './byte-clock.ts'
import type { RequestKinds } from './request-kinds.ts'

const NOBODY = word(' - -')
const BLANK_BRACKET = 0x20_5b
const BRACKET_BLANK = 0x5d_20
const DASHED = word(' "-"')

/** Reads what a format of this family has behind the user agent, to the line's end; gives where the next line begins. */
export type ClfTail = FastWay

/**
 * `10.0.0.1 - - [29/Nov/2026:12:33:08 +0000] "POST /v1/completions HTTP/1.1" 200 78 "-" "curl/8"` and what follows. A user
 * who signed in is for the slow way: a name may hold anything.
 */
export function createFastClf(unwrap: FastUnwrap, kinds: RequestKinds, readTail: ClfTail): FastWay {
  const readRequest = createFastRequest(kinds)
  const clock = createClfClock()
  return (chunk, start, found) => {
    const { bytes, view } = chunk
    let at = unwrap(chunk, start, found)
    if (at < 0) return -1
    at = readPeer(bytes, at, found)
    if (at < 0 || view.getInt32(at, true) !== NOBODY || view.getUint16(at + 4) !== BLANK_BRACKET) return -1
    at = clock.read(view, at + 6)
    if (at < 0 || view.getUint16(at) !== BRACKET_BLANK || bytes[at + 2] !== 0x22) return -1
    if (Number.isNaN(found.at)) found.at = clock.at
    at = readRequest(chunk, at + 3, found)
    if (at < 0 || bytes[at] !== 0x20) return -1
    at = readInteger(bytes, at + 1, found)
    if (at < 0) return -1
    at = view.getInt32(at, true) === DASHED ? at + 4 : afterQuoted(bytes, at)
    if (at < 0) return -1
    at = afterQuoted(bytes, at)
    return at < 0 ? -1 : readTail(chunk, at, found)
  }
}

/** Nothing follows the user agent. */
export const endOfCombined: ClfTail = ({ bytes }, start) => (bytes[start] === 0x0a ? start + 1 : -1)

const OF_KONG = new TextEncoder().encode(' kong_request_id:')

/** ` kong_request_id: "83b63da3"` alone. */
export const endOfKong: ClfTail = ({ bytes }, start) => {
  for (let index = 0; index < OF_KONG.length; index++) if (bytes[start + index] !== OF_KONG[index]) return -1
  const at = afterQuoted(bytes, start + OF_KONG.length)
  return at >= 0 && bytes[at] === 0x0a ? at + 1 : -1
}

/** ` 646 0.040 [llm-vllm-8000] [] 10.0.0.9:8000 83 0.033 200 a0aa385f`; several tries are for the slow way. */
export function createEndOfIngressNginx(): ClfTail {
  let upstreams: KnownText | undefined

  function afterUpstreamNames({ bytes, view }: Chunk, start: number): number {
    if (upstreams !== undefined && standsAt(upstreams, view, start)) return start + upstreams.length
    let at = start
    for (let bracket = 0; bracket < 2; bracket++) {
      if (view.getUint16(at) !== BLANK_BRACKET) return -1
      at = afterBracket(bytes, at + 2)
      if (at < 0) return -1
    }
    if (bytes[at] !== 0x20) return -1
    upstreams = knownText(view, start, at + 1)
    return at + 1
  }

  return (chunk, start, found) => {
    const { bytes } = chunk
    if (bytes[start] !== 0x20) return -1
    let at = readInteger(bytes, start + 1, found)
    if (at < 0 || bytes[at] !== 0x20) return -1
    found.requestBytes = found.number
    at = readMilliseconds(bytes, at + 1, found)
    if (at < 0) return -1
    found.duration = found.number
    at = afterUpstreamNames(chunk, at)
    if (at < 0) return -1
    at = readUpstream(bytes, at, found)
    if (at < 0) return -1
    at = readInteger(bytes, at + 1, found)
    if (at < 0 || bytes[at] !== 0x20) return -1
    at = readMilliseconds(bytes, at + 1, found)
    if (at < 0 || bytes[at] !== 0x20) return -1
    const status = readInteger(bytes, at + 1, found)
    if (status !== at + 4 || bytes[status] !== 0x20) return -1
    found.attempts = 1
    found.hasSums = true
    return afterId(bytes, status + 1)
  }
}

function readPeer(bytes: Uint8Array, start: number, found: Found): number {
  let hash = HASH_BASIS
  const prime = HASH_PRIME
  let at = start
  let byte = bytes[at] ?? 0
  while ((byte >= 0x2d && byte <= 0x3a) || (byte >= 0x41 && byte <= 0x7a)) {
    hash = Math.imul(hash ^ byte, prime)
    byte = bytes[++at] ?? 0
  }
  // `-` alone is nobody; what is shorter than `::1` is no address either.
  if (at - start < 3) return -1
  found.keyStart = start
  found.keyEnd = at
  found.keyHash = hash
  return at
}

/** More digits than a double holds are for the slow way. */
const MOST_DIGITS = 15

export function readInteger(bytes: Uint8Array, start: number, found: Found): number {
  let at = start
  let value = 0
  let byte = bytes[at] ?? 0
  while (byte >= 0x30 && byte <= 0x39) {
    value = value * 10 + byte - 0x30
    byte = bytes[++at] ?? 0
  }
  found.number = value
  return at === start || at - start > MOST_DIGITS ? -1 : at
}

/** `0.040`: nginx writes seconds with three digits behind the point. */
function readMilliseconds(bytes: Uint8Array, start: number, found: Found): number {
  const dot = readInteger(bytes, start, found)
  if (dot < 0 || dot - start > 10 || bytes[dot] !== 0x2e) return -1
  const whole = found.number
  const end = readInteger(bytes, dot + 1, found)
  if (end !== dot + 4) return -1
  found.number = (whole * 1000 + found.number) / 1000
  return end
}

/** Past the closing quote of ` "curl/8"`; -1 where something in it is escaped. */
export function afterQuoted(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== 0x20 || bytes[start + 1] !== 0x22) return -1
  let at = start + 2
  let byte = bytes[at] ?? 0
  while (byte !== 0x22 && byte !== 0x5c && byte >= 0x20) byte = bytes[++at] ?? 0
  return byte === 0x22 ? at + 1 : -1
}

function afterBracket(bytes: Uint8Array, start: number): number {
  let at = start
  let byte = bytes[at] ?? 0
  while (byte > 0x20 && byte < 0x7f && byte !== 0x5d && byte !== 0x5b) byte = bytes[++at] ?? 0
  return byte === 0x5d ? at + 1 : -1
}

/** `10.0.0.9:8000`, up to the blank behind it. */
function readUpstream(bytes: Uint8Array, start: number, found: Found): number {
  let hash = HASH_BASIS
  const prime = HASH_PRIME
  let at = start
  let colons = 0
  let byte = bytes[at] ?? 0
  while (byte >= 0x2e && byte <= 0x3a && byte !== 0x2f) {
    if (byte === 0x3a) colons++
    hash = Math.imul(hash ^ byte, prime)
    byte = bytes[++at] ?? 0
  }
  if (byte !== 0x20 || colons !== 1 || at < start + 4) return -1
  found.upstreamStart = start
  found.upstreamEnd = at
  found.upstreamHash = hash
  return at
}

function afterId(bytes: Uint8Array, start: number): number {
  let at = start
  let byte = bytes[at] ?? 0
  while (byte > 0x20 && byte < 0x7f) byte = bytes[++at] ?? 0
  return byte === 0x0a && at > start ? at + 1 : -1
}
