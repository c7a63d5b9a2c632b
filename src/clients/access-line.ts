/** One request as a server or a proxy wrote it down. A field is left out where the format has none, or wrote `-`. */
export interface AccessLine {
  /** Unix seconds; left out where the line carries no time. */
  readonly at?: number
  /** The peer's address, as the format gives it, without its port. */
  readonly peer?: string
  /** `X-Forwarded-For` as it came, the nearest hop last. Anybody can write into it. */
  readonly forwardedFor?: string
  /** An identity that the gateway itself vouches for: a consumer, a key's alias, a user who signed in. */
  readonly consumer?: string
  readonly userAgent?: string
  /** `POST`; left out where the request could not be read. */
  readonly method?: string
  /** Without its query string. */
  readonly path?: string
  /** 0 where the connection ended without an answer. */
  readonly status?: number
  /** True where the client gave up, by status 499 or the proxy's own flag. */
  readonly isGivenUp?: boolean
  /** From arrival to the last byte, in seconds. */
  readonly duration?: number
  /** Bytes of the request, headers included where the format counts so. */
  readonly requestBytes?: number
  readonly promptTokens?: number
  readonly outputTokens?: number
  /** Each upstream tried, as `host:port`, in order. */
  readonly upstreams?: readonly string[]
  readonly model?: string
}

/** What the time on a line means: a uvicorn line is late by the time a request waited. */
export type LineTime = 'arrival' | 'response_start' | 'end'

/** One way to write an access log. */
export interface AccessFormat {
  /** In kebab-case, as `--log-format` takes it. */
  readonly id: string
  /** For people. */
  readonly title: string
  readonly time: LineTime
  /**
   * Reads one line without its wrapper and without its line end. `other`: a line that this format's program writes beside
   * its access log. `broken`: it looks like one of its access lines and can't be read. Undefined: not of this format.
   */
  readonly parse: (line: string) => AccessLine | 'other' | 'broken' | undefined
}
