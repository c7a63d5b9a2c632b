import type { Hop } from '../one-hop.ts'
import { createRfc3339Clock } from './byte-clock.ts'
import { HASH_BASIS, hashOf } from './byte-table.ts'
import type { Chunk } from './chunk.ts'
import { afterQuoted, readInteger } from './fast-clf.ts'
import { createFastRequest, isOrdinary } from './fast-request.ts'
import { type FastUnwrap, type FastWay, word } from './fast-way.ts'
import type { Found } from './found.ts'
import type { RequestKinds } from './request-kinds.ts'

const BRACKET_BLANK = 0x5d_20
/** `2026-11-29T12:33:08.123Z`: Envoy writes milliseconds at least. */
const LEAST_OF_TIME = 24
const HOPS: Readonly<Record<Hop, number>> = { outbound: word('outb'), inbound: word('inbo') }

/** What a format of this family has between the flags and the numbers, and behind the upstream up to the line's end. */
export interface EnvoyParts {
  readonly afterDetails: (bytes: Uint8Array, start: number) => number
  readonly readTail: FastWay
}

/** `[2026-11-29T12:33:08.123Z] "POST /v1/completions HTTP/1.1" 200 - 105 432 1526 451 "-" "curl/8" "83b6" "llm" "10.0.0.9:8000"` */
export function createFastEnvoy(unwrap: FastUnwrap, kinds: RequestKinds, parts: EnvoyParts): FastWay {
  const readRequest = createFastRequest(kinds)
  const clock = createRfc3339Clock()
  return (chunk, start, found) => {
    const { bytes, view } = chunk
    const bracket = unwrap(chunk, start, found)
    if (bracket < 0 || bytes[bracket] !== 0x5b) return -1
    let at = clock.read(view, bracket + 1)
    if (at < bracket + 1 + LEAST_OF_TIME || bytes[at - 1] !== 0x5a) return -1
    if (view.getUint16(at) !== BRACKET_BLANK || bytes[at + 2] !== 0x22) return -1
    if (Number.isNaN(found.at)) found.at = clock.at
    at = readRequest(chunk, at + 3, found)
    if (at >= 0) at = readFlags(bytes, at, found)
    if (at >= 0) at = parts.afterDetails(bytes, at)
    if (at >= 0) at = readNumbers(bytes, at, found)
    // X-Forwarded-For and the user agent; the request's id and its host.
    if (at >= 0) at = afterQuoted(bytes, at)
    if (at >= 0) at = afterQuoted(bytes, at)
    if (at >= 0) at = afterQuotedWord(bytes, at)
    if (at >= 0) at = afterQuotedWord(bytes, at)
    if (at >= 0) at = readQuotedUpstream(bytes, at, found)
    return at < 0 ? -1 : parts.readTail(chunk, at, found)
  }
}

/** Envoy's own default names no client: what stands in X-Forwarded-For anybody may have written. */
export const OF_ENVOY: EnvoyParts = {
  afterDetails: (_, start) => start,
  readTail: ({ bytes }, start, found) => {
    found.keyStart = 0
    found.keyEnd = 0
    found.keyHash = HASH_BASIS
    return bytes[start] === 0x0a ? start + 1 : -1
  },
}

/** Istio's: ` via_upstream - "-"`, and ` inbound|8000|| 127.0.0.6:1 10.0.0.9:8000 10.0.0.7:4711 - default` at the end. */
export function ofIstio(counted: Hop | undefined): EnvoyParts {
  const other = counted === 'outbound' ? HOPS.inbound : HOPS.outbound
  return {
    afterDetails: (bytes, start) => {
      const at = afterWords(bytes, start, 2)
      return at < 0 ? -1 : afterQuoted(bytes, at)
    },
    readTail: ({ bytes, view }: Chunk, start, found) => {
      // Copies by a mesh's other proxy are told apart in the slow way.
      if (counted !== undefined && view.getInt32(start + 1, true) === other) return -1
      let at = afterWords(bytes, start, 3)
      if (at >= 0) at = readPeer(bytes, at, found)
      if (at >= 0) at = afterWords(bytes, at, 2)
      return at >= 0 && bytes[at] === 0x0a ? at + 1 : -1
    },
  }
}

/** ` -`, or one flag of two letters; of all others only the slow way knows. */
function readFlags(bytes: Uint8Array, start: number, found: Found): number {
  if (bytes[start] !== 0x20) return -1
  const [first = 0, second = 0] = [bytes[start + 1], bytes[start + 2]]
  if (first === 0x2d) return second === 0x20 ? start + 2 : -1
  if (first < 0x41 || first > 0x5a || second < 0x41 || second > 0x5a || bytes[start + 3] !== 0x20) return -1
  // DC and DR: the client has closed the connection, or its stream.
  if (first === 0x44 && (second === 0x43 || second === 0x52)) found.isFailure = true
  return start + 3
}

/** ` 105 432 1526 451`: bytes in and out, milliseconds, and those of the upstream. */
function readNumbers(bytes: Uint8Array, start: number, found: Found): number {
  let at = bytes[start] === 0x20 ? readInteger(bytes, start + 1, found) : -1
  found.requestBytes = found.number
  if (at >= 0) at = afterNumber(bytes, at)
  if (at >= 0) at = bytes[at] === 0x20 ? readInteger(bytes, at + 1, found) : -1
  found.duration = found.number / 1000
  return at < 0 ? -1 : afterNumber(bytes, at)
}

/** Past ` 451` or ` -`. */
function afterNumber(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== 0x20) return -1
  if (bytes[start + 1] === 0x2d) return start + 2
  let at = start + 1
  for (let byte = bytes[at] ?? 0; byte >= 0x30 && byte <= 0x39;) byte = bytes[++at] ?? 0
  return at > start + 1 ? at : -1
}

function afterWords(bytes: Uint8Array, start: number, count: number): number {
  let at = start
  for (let index = 0; index < count; index++) {
    const from = at + 1
    if (bytes[at] !== 0x20) return -1
    at = from
    while (isOrdinary(bytes[at] ?? 0)) at++
    if (at === from) return -1
  }
  return at
}

/** ` "83b63da3"`; it may be empty. */
function afterQuotedWord(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== 0x20 || bytes[start + 1] !== 0x22) return -1
  let at = start + 2
  while (isOrdinary(bytes[at] ?? 0)) at++
  return bytes[at] === 0x22 ? at + 1 : -1
}

/** ` "10.0.0.9:8000"`, or ` "-"` where none was tried. */
function readQuotedUpstream(bytes: Uint8Array, start: number, found: Found): number {
  if (bytes[start] !== 0x20 || bytes[start + 1] !== 0x22) return -1
  const from = start + 2
  const isNone = bytes[from] === 0x2d
  const at = isNone ? from + 1 : afterPort(bytes, endOfHost(bytes, from))
  if (at < 0 || bytes[at] !== 0x22) return -1
  found.upstreamStart = from
  found.upstreamEnd = isNone ? from : at
  found.upstreamHash = hashOf(bytes, from, at)
  found.attempts = isNone ? NaN : 1
  found.hasSums = true
  return at + 1
}

/** ` 10.0.0.7:4711`; another kind of address is for the slow way. */
function readPeer(bytes: Uint8Array, start: number, found: Found): number {
  if (bytes[start] !== 0x20) return -1
  found.keyStart = start + 1
  found.keyEnd = endOfHost(bytes, found.keyStart)
  found.keyHash = hashOf(bytes, found.keyStart, found.keyEnd)
  return afterPort(bytes, found.keyEnd)
}

function endOfHost(bytes: Uint8Array, start: number): number {
  let at = start
  for (let byte = bytes[at] ?? 0; byte >= 0x2e && byte <= 0x39 && byte !== 0x2f;) byte = bytes[++at] ?? 0
  return at
}

const MOST_OF_PORT = 5

/** Past `:8000`; -1 where none stands there. */
function afterPort(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== 0x3a || bytes[start - 1] === 0x20 || bytes[start - 1] === 0x22) return -1
  let at = start + 1
  for (let byte = bytes[at] ?? 0; byte >= 0x30 && byte <= 0x39;) byte = bytes[++at] ?? 0
  return at > start + 1 && at <= start + 1 + MOST_OF_PORT ? at : -1
}
