/** How much may be sent to Slack. */
export interface Budget {
  /** Seconds between two posts to one channel; Slack takes about one a second (docs.slack.dev, rate limits). */
  readonly postEvery: number
  /** Seconds between two edits of one message, its first edit excepted. */
  readonly editEvery: number
  /** Edits a minute over all channels; Slack's tier 3 is 50 (docs.slack.dev, `chat.update`). */
  readonly editsPerMinute: number
  /** The first wait after a failure; it doubles up to `longestBackOff`. */
  readonly backOff: number
  readonly longestBackOff: number
  /** After a restart, seconds to wait before looking whether an interrupted post arrived. */
  readonly settle: number
}

export const DEFAULT_BUDGET: Budget = {
  postEvery: 1,
  editEvery: 3,
  editsPerMinute: 50,
  backOff: 1,
  longestBackOff: 60,
  settle: 2,
}

/**
 * Seconds to wait after the `attempt`-th failure in a row: doubling, with up to a quarter more or less so that many do
 * not come back at once, and never less than what Slack asked for.
 *
 * @param chance 0 ≤ chance < 1
 */
export function waitAfter(
  { backOff, longestBackOff }: Budget,
  failure: { readonly attempt: number; readonly afterSeconds: number; readonly chance: number },
): number {
  const doubled = Math.min(backOff * 2 ** Math.min(failure.attempt - 1, 30), longestBackOff)
  return Math.max(failure.afterSeconds, doubled * (0.75 + failure.chance / 2))
}

/** Counts out edits: some at once, then a steady trickle, together no more than the budget in any minute. */
export interface EditBucket {
  /** When the next edit may be made; in the past when it may be made now. */
  readyAt(now: number): number
  take(now: number): void
}

export function createEditBucket({ editsPerMinute }: Budget): EditBucket {
  const burst = Math.max(1, Math.floor(editsPerMinute / 5))
  const interval = 60 / Math.max(1, editsPerMinute - burst)
  /** The time at which the bucket will be full again. */
  let fullAt = -Infinity
  return {
    readyAt: (now) => Math.max(fullAt - (burst - 1) * interval, now),
    take: (now) => {
      fullAt = Math.max(fullAt, now) + interval
    },
  }
}
