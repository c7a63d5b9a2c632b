import type { ClientIdentity } from '../domain/clients.ts'
import type { UnixSeconds } from '../domain/time.ts'
import type { Zone } from '../domain/wall-clock.ts'

/** One request as a server or a proxy wrote it down. A field is left out where the format has none, or wrote `-`. */
export interface AccessLine {
  /** Left out where the line carries no time. */
  readonly at?: UnixSeconds
  /** True where no zone stood beside the time, so that it was read in the stated one. */
  readonly isZoneGuessed?: true
  /** The peer's address, as the format gives it, without its port. */
  readonly peer?: string
  /** True where the server says that it took the peer from a header: uvicorn then writes port 0. */
  readonly isPeerFromHeader?: true
  /** `X-Forwarded-For` as it came, the nearest hop last. Anybody can write into it. */
  readonly forwardedFor?: string
  /** An identity that the gateway itself vouches for: a consumer, a key's alias, a user who signed in. */
  readonly consumer?: string
  readonly consumerIs?: ClientIdentity
  readonly userAgent?: string
  /** `POST`; left out where the request could not be read. */
  readonly method?: string
  /** Without its query string. */
  readonly path?: string
  /** 0 where the connection ended without an answer. */
  readonly status?: number
  /** True where the client gave up, by status 499 or the proxy's own flag. */
  readonly isGivenUp?: true
  /** From arrival to the last byte, in seconds. */
  readonly duration?: number
  /** Bytes of the request, headers included where the format counts so. */
  readonly requestBytes?: number
  readonly promptTokens?: number
  readonly outputTokens?: number
  /** Each upstream tried, as `host:port`, in order; HAProxy names it `backend/server`. */
  readonly upstreams?: readonly string[]
  /** How often it was sent on, where the format counts the tries and does not list them. */
  readonly attempts?: number
  readonly model?: string
  /** The proxy's id of the request, the same in each proxy it passed. */
  readonly requestId?: string
  /** Which of a mesh's proxies wrote it: the caller's or the gateway's (`outbound`), or the one before the server. */
  readonly hop?: 'outbound' | 'inbound'
}

/** What the time on a line means: a uvicorn line is late by the time a request waited. */
export type LineTime = 'arrival' | 'response_start' | 'end'

/** How a clock is to be read that shows no zone or no year. */
export interface LineClock {
  readonly zone: Zone
  /** A moment near the lines, such as when the file was last written. */
  readonly reference: UnixSeconds
}

/** `other`: a line that a format's program writes beside its access log. `broken`: it looks like an access line and can't be read. */
export type Parsed = AccessLine | 'other' | 'broken'

/** One way to write an access log. */
export interface AccessFormat {
  /** In kebab-case, as `--log-format` takes it. */
  readonly id: string
  /** For people. */
  readonly title: string
  readonly time: LineTime
  /** True where it reads what more telling formats do too: it is asked last. */
  readonly isFallback?: true
  /** Reads one line without its wrapper, its colours and its line end. Undefined: not of this format. */
  readonly parse: (line: string, clock: LineClock) => Parsed | undefined
}

export function isAccessLine(parsed: Parsed | undefined): parsed is AccessLine {
  return typeof parsed === 'object'
}
