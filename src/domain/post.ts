/** A Block Kit block: its shape is Slack's, checked by Slack. */
export type Block = Readonly<Record<string, unknown>> & { readonly type: string }

/** What is to stand in Slack: `text` is the notification and the fall-back, and says the conclusion by itself. */
export interface SlackMessage {
  readonly text: string
  readonly blocks: readonly Block[]
}

/**
 * A place in Slack that an incident fills: its card, or one reply in its thread. What stands there is the last message
 * put; a place that was filled is edited, never posted again.
 */
export interface PostPlace {
  readonly incidentId: string
  readonly channel: string
  /** `card` is the thread's parent; every other slot is a reply and waits for the card. */
  readonly slot: string
}

/** How one call to Slack ended. */
export type SendOutcome =
  | { readonly status: 'sent'; readonly ts: string }
  /** Worth trying again, not before `afterSeconds`. `uncertain` when Slack may have taken it (a timeout after sending). */
  | { readonly status: 'retry'; readonly afterSeconds: number; readonly reason: string; readonly uncertain: boolean }
  /** Slack will never take it (channel gone, token revoked, …). */
  | { readonly status: 'refused'; readonly reason: string }

/** Sends to Slack. Declared here because the outbox uses it and the Slack room gives it. */
export interface PostSender {
  /** `key` goes into the message's metadata, so that `find` can tell whether an uncertain post arrived. */
  post(options: {
    readonly channel: string
    readonly threadTs?: string
    readonly key: string
    readonly message: SlackMessage
  }): Promise<SendOutcome>
  update(options: {
    readonly channel: string
    readonly ts: string
    readonly message: SlackMessage
  }): Promise<SendOutcome>
  /** The ts of the message posted with `key`, `undefined` when there is none. Rejects when Slack can't be asked. */
  find(options: {
    readonly channel: string
    readonly threadTs?: string
    readonly key: string
  }): Promise<string | undefined>
}
