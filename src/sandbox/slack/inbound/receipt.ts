/**
 * How the bot took something Slack sent it. `tookMs` is measured from sending to the end of the acknowledgement. An
 * acknowledgement may carry a body: parsed JSON, text, or nothing (`undefined`).
 */
export type Receipt = { readonly tookMs: number } & (
  | { readonly status: 'acked'; readonly body: unknown }
  | { readonly status: 'refused'; readonly httpStatus: number; readonly body: unknown; readonly isFinal: boolean }
  /** Nothing came back within the limit; the user sees `operation_timeout`. */
  | { readonly status: 'operation_timeout' }
  | { readonly status: 'unreachable'; readonly reason: string }
)

/** What Slack sends a bot, before it is put into a request or an envelope. */
export type Inbound = {
  readonly kind: 'slash_commands' | 'interactive' | 'events_api'
  readonly payload: Readonly<Record<string, unknown>>
  readonly retry?: { readonly attempt: number; readonly reason: string }
}

/** How a request is signed; all but `good` are attempts a bot must turn away. Over a socket nothing is signed. */
export type Signature = 'good' | 'wrong' | 'missing' | 'stale'

export type SendOptions = { readonly signature?: Signature }

export type Send = (inbound: Inbound, options?: SendOptions) => Promise<Receipt>
