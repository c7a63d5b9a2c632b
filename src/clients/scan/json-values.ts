import { BAD_GATEWAY, LIMITED, isFailedStatus } from '../failed.ts'
import { HASH_BASIS, HASH_PRIME } from './byte-table.ts'
import { createClfClock, createRfc3339Clock } from './byte-clock.ts'
import type { Chunk } from './chunk.ts'
import { afterDash, afterEmpty, afterValue, isHexDigit } from './json-bytes.ts'
import { endOfPath, isOrdinary } from './fast-request.ts'
import { type Found, createFound } from './found.ts'
import type { Role } from './json-shape.ts'
import type { RequestKinds } from './request-kinds.ts'

/** Reads a line's values one by one. */
export interface JsonValues {
  /** Where the numbers go. */
  readonly into: (found: Found) => void
  /** Told the collector's time, NaN where there is none. */
  readonly begin: (time: number) => void
  /** Where the value ends; -1 where it is not as simple as most are. */
  readonly read: (role: Role, chunk: Chunk, start: number) => number
  /** Whether all was there that a request needs. */
  readonly end: (chunk: Chunk) => boolean
}

const POST = 0x50_4f_53_54
const EPOCH_FROM = 1e9
const EPOCH_TO = 4e9

export function createJsonValues(kinds: RequestKinds): JsonValues {
  const iso = createRfc3339Clock()
  const clf = createClfClock()
  let found = createFound()
  let value = 0
  let wrapperTime = NaN
  let pathStart = 0
  let pathEnd = 0
  /** 0 for none, 1 for POST, 2 for another. */
  let method = 0
  let hasRequest = false
  let status = 0

  function read(role: Role, { bytes, view }: Chunk, start: number): number {
    switch (role) {
      case 'skip':
        return afterValue(bytes, start)
      case 'empty':
        return afterEmpty(bytes, start)
      case 'unnamed':
        return bytes[start + 1] === 0x2d ? afterDash(bytes, start) : afterEmpty(bytes, start)
      case 'peer':
        return readPeer(bytes, start)
      case 'status': {
        const end = readNumber(bytes, start)
        status = value
        return status >= 100 && status <= 999 && Number.isInteger(status) ? end : -1
      }
      case 'method':
        return readMethod(bytes, view, start)
      case 'path':
        return readPath(bytes, start)
      case 'request':
        return readRequest(bytes, start)
      case 'time':
        return readTime(bytes, view, start)
      case 'upstreams':
        return readUpstream(bytes, start)
      case 'seconds':
      case 'milliseconds':
      case 'requestBytes':
      case 'promptTokens':
      case 'outputTokens':
        return readSum(role, bytes, start)
    }
  }

  function readSum(role: Role, bytes: Uint8Array, start: number): number {
    const end = readNumber(bytes, start)
    if (role === 'seconds') found.duration = value
    else if (role === 'milliseconds') found.duration = value / 1000
    else if (role === 'requestBytes') found.requestBytes = value
    else if (role === 'promptTokens') found.promptTokens = value
    else found.outputTokens = value
    return end
  }

  /** Digits with or without a fraction, also in quotes. */
  function readNumber(bytes: Uint8Array, start: number): number {
    const isQuoted = bytes[start] === 0x22
    let at = isQuoted ? start + 1 : start
    const first = at
    let number = 0
    let scale = 0
    let byte = bytes[at] ?? 0
    // JSON has no leading zeros; in quotes they are nobody's either.
    if (byte === 0x30 && (bytes[at + 1] ?? 0) >= 0x30 && (bytes[at + 1] ?? 0) <= 0x39) return -1
    for (;;) {
      if (byte >= 0x30 && byte <= 0x39) {
        number = number * 10 + byte - 0x30
        scale *= 10
      } else if (byte === 0x2e && scale === 0 && at > first) scale = 1
      else break
      byte = bytes[++at] ?? 0
    }
    const digits = at - first
    if (digits === 0 || digits > 15 || scale === 1 || scale > 1e9) return -1
    value = scale === 0 ? number : number / scale
    if (isQuoted) return byte === 0x22 ? at + 1 : -1
    return byte === 0x2c || byte === 0x7d ? at : -1
  }

  function readPeer(bytes: Uint8Array, start: number): number {
    if (bytes[start] !== 0x22) return -1
    const prime = HASH_PRIME
    let hash = HASH_BASIS
    let at = start + 1
    let colons = 0
    let dots = 0
    let byte = bytes[at] ?? 0
    for (; byte !== 0x22; byte = bytes[++at] ?? 0) {
      if (byte === 0x3a) colons++
      else if (byte === 0x2e) dots++
      else if (!isHexDigit(byte)) return -1
      hash = Math.imul(hash ^ byte, prime)
    }
    // With a port, or a name: whatever is not an address alone.
    if (!(dots === 3 && colons === 0) && !(dots === 0 && colons >= 2)) return -1
    found.keyStart = start + 1
    found.keyEnd = at
    found.keyHash = hash
    return at + 1
  }

  function readMethod(bytes: Uint8Array, view: DataView, start: number): number {
    if (bytes[start] !== 0x22) return -1
    let at = start + 1
    while ((bytes[at] ?? 0) >= 0x41 && (bytes[at] ?? 0) <= 0x5a) at++
    if (bytes[at] !== 0x22 || at === start + 1) return -1
    method = at === start + 5 && view.getInt32(start + 1) === POST ? 1 : 2
    return at + 1
  }

  function readPath(bytes: Uint8Array, start: number): number {
    if (bytes[start] !== 0x22 || bytes[start + 1] !== 0x2f) return -1
    let at = start + 1
    let byte = bytes[at] ?? 0
    while (isOrdinary(byte) && byte !== 0x3f && byte !== 0x23 && byte !== 0x25) byte = bytes[++at] ?? 0
    pathStart = start + 1
    pathEnd = at
    if (byte === 0x3f) while (isOrdinary(byte)) byte = bytes[++at] ?? 0
    return byte === 0x22 ? at + 1 : -1
  }

  /** `"POST /v1/completions HTTP/1.1"`. */
  function readRequest(bytes: Uint8Array, start: number): number {
    if (bytes[start] !== 0x22) return -1
    pathStart = start + 1
    pathEnd = endOfPath(bytes, pathStart)
    if (pathEnd < 0) return -1
    hasRequest = true
    let at = pathEnd
    let byte = bytes[at] ?? 0
    if (byte === 0x3f) while (isOrdinary(byte)) byte = bytes[++at] ?? 0
    if (byte !== 0x20 || bytes[at + 1] !== 0x48) return -1
    byte = bytes[++at] ?? 0
    while (isOrdinary(byte)) byte = bytes[++at] ?? 0
    return byte === 0x22 ? at + 1 : -1
  }

  function readTime(bytes: Uint8Array, view: DataView, start: number): number {
    if (bytes[start] !== 0x22) {
      const end = readNumber(bytes, start)
      if (value < EPOCH_FROM || value >= EPOCH_TO) return -1
      if (Number.isNaN(wrapperTime)) found.at = value
      return end
    }
    let time = NaN
    let end = iso.read(view, start + 1)
    if (end >= 0) time = iso.at
    else {
      end = clf.read(view, start + 1)
      time = clf.at
    }
    if (end < 0 || bytes[end] !== 0x22) return -1
    if (Number.isNaN(wrapperTime)) found.at = time
    return end + 1
  }

  /** `"10.42.0.1:8000"`, or `"-"` for none. */
  function readUpstream(bytes: Uint8Array, start: number): number {
    if (bytes[start] !== 0x22) return -1
    if (bytes[start + 1] === 0x2d && bytes[start + 2] === 0x22) return start + 3
    const prime = HASH_PRIME
    let hash = HASH_BASIS
    let at = start + 1
    let colon = -1
    let byte = bytes[at] ?? 0
    while (byte >= 0x2e && byte <= 0x3a && byte !== 0x2f) {
      if (byte === 0x3a) {
        if (colon >= 0) return -1
        colon = at
      }
      hash = Math.imul(hash ^ byte, prime)
      byte = bytes[++at] ?? 0
    }
    if (byte !== 0x22 || colon <= start + 1 || at === colon + 1 || at - colon > 6) return -1
    found.upstreamStart = start + 1
    found.upstreamEnd = at
    found.upstreamHash = hash
    found.attempts = 1
    return at + 1
  }

  return {
    into: (target) => {
      found = target
    },
    begin: (time) => {
      wrapperTime = time
      found.at = time
      found.keyEnd = 0
      found.duration = NaN
      found.requestBytes = NaN
      found.promptTokens = NaN
      found.outputTokens = NaN
      found.attempts = NaN
      found.upstreamStart = 0
      found.upstreamEnd = 0
      found.hasSums = true
      pathEnd = -1
      method = 0
      hasRequest = false
      status = 0
    },
    read,
    end: ({ bytes }) => {
      if (found.keyEnd === 0 || status === 0 || pathEnd < 0 || (method === 0 && !hasRequest)) return false
      const kind = kinds.kindOf(bytes, pathStart, pathEnd)
      if (kind < 0) return false
      found.isFromHeader = false
      found.isInference = kind === 1 && (hasRequest || method === 1)
      found.isFailure = isFailedStatus(status)
      found.isBadGateway = status === BAD_GATEWAY
      found.isLimited = status === LIMITED
      return true
    },
  }
}
