/** What a look at one line found. One object serves all lines, so that none of them costs an allocation. */
export interface Found {
  /** Where names stand if not in the chunk itself. */
  source: Uint8Array | undefined
  /** Where the client's name stands in the bytes, and its hash. */
  keyStart: number
  keyEnd: number
  keyHash: number
  /** Unix seconds; NaN where the line carries no time. */
  at: number
  /** An access line that is no load, such as a health check, is not counted for a client. */
  isInference: boolean
  isFailure: boolean
  /** The proxy got no answer from the server that it had sent it on to. */
  isBadGateway: boolean
  /** Refused by a limit: no load, and no failure. */
  isLimited: boolean
  /** The server took the address from a header. */
  isFromHeader: boolean
  /** Whether any of the numbers that follow is told; each is NaN where it is not. */
  hasSums: boolean
  duration: number
  requestBytes: number
  promptTokens: number
  outputTokens: number
  /** How many upstreams were tried. */
  attempts: number
  /** Where the upstream that answered stands in the bytes; the same number twice where none is told. */
  upstreamStart: number
  upstreamEnd: number
  upstreamHash: number
  /** The number that was read last, on its way to one of the others. */
  number: number
}

export function createFound(): Found {
  return {
    source: undefined,
    keyStart: 0,
    keyEnd: 0,
    keyHash: 0,
    at: NaN,
    isInference: false,
    isFailure: false,
    isBadGateway: false,
    isLimited: false,
    isFromHeader: false,
    hasSums: false,
    duration: NaN,
    requestBytes: NaN,
    promptTokens: NaN,
    outputTokens: NaN,
    attempts: NaN,
    upstreamStart: 0,
    upstreamEnd: 0,
    upstreamHash: 0,
    number: NaN,
  }
}
