/** Lengths in tokens, lognormal within bounds. */
export interface TokenLengths {
  readonly mean: number
  /** Standard deviation over mean; 0 makes every length the mean. */
  readonly variation: number
  readonly min: number
  readonly max: number
}

/** Requests that come whether or not the earlier ones are answered. */
export interface OpenLoop {
  readonly kind: 'open'
  readonly requestsPerSecond: number
  /** Requests that come at once, as when one question fans out over many documents. */
  readonly burst: number
  /** A slow wave on top of the rate, as a share of it (0.1 = plus and minus 10 %). */
  readonly swing: number
  readonly swingPeriodSeconds: number
}

/** A fixed number of askers, each waiting for its answer and then thinking, like users or a batch job. */
export interface ClosedLoop {
  readonly kind: 'closed'
  readonly concurrency: number
  /** Mean pause between an answer and the next question; 0 for a batch job. */
  readonly thinkSeconds: number
}

export interface ClientSpec {
  readonly id: string
  readonly address: string
  readonly userAgent: string
  readonly path: string
  readonly traffic: OpenLoop | ClosedLoop
  readonly prompt: TokenLengths
  readonly output: TokenLengths
  readonly maxTokens: number
  /** Share of the mean prompt that is the same within one prefix group, and how many groups there are. */
  readonly sharedPrefix: number
  readonly prefixGroups: number
  /** Share of the requests that stream. */
  readonly streaming: number
  /** After this the client hangs up. */
  readonly timeoutSeconds: number
  /** `session` keeps each of so many sessions on one instance whatever the weights say. */
  readonly affinity: { readonly kind: 'none' } | { readonly kind: 'session'; readonly sessions: number }
}

/** What of a client can change while it runs. */
export type ClientChange = Partial<
  Pick<ClientSpec, 'traffic' | 'prompt' | 'output' | 'sharedPrefix' | 'prefixGroups' | 'timeoutSeconds'>
>
