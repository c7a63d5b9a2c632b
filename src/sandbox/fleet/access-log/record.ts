/** What uvicorn knows when it prints a line: at the start of the response, without any duration. */
export interface EngineAccess {
  /** Unix seconds. */
  readonly at: number
  readonly instance: string
  readonly clientAddress: string
  readonly clientPort: number
  readonly method: string
  readonly path: string
  readonly status: number
  /** Came without a gateway in between, as a scrape does. */
  readonly isDirect: boolean
}

/** One try of an upstream. `seconds` and `status` are undefined while no answer came. */
export interface UpstreamAccess {
  readonly address: string
  readonly seconds: number
  readonly bytes: number
  readonly status: number | undefined
}

/** What the ingress knows when the response has ended. */
export interface GatewayAccess {
  /** Unix seconds. */
  readonly at: number
  readonly id: string
  readonly clientAddress: string
  readonly userAgent: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly requestBytes: number
  readonly responseBytes: number
  readonly seconds: number
  readonly upstreams: readonly UpstreamAccess[]
}
