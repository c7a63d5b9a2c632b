/** V0 renews its throughput gauges with its log line, every five seconds while it steps. */
const INTERVAL_SECONDS = 5

/** Tokens per second since the last renewal; an idle engine leaves the old value standing. */
export function throughputOf(clock: () => number, tokens: () => number): () => number {
  let since = { at: clock(), tokens: tokens() }
  let rate = 0
  return () => {
    const now = { at: clock(), tokens: tokens() }
    if (now.at - since.at < INTERVAL_SECONDS || now.tokens === since.tokens) return rate
    rate = (now.tokens - since.tokens) / (now.at - since.at)
    since = now
    return rate
  }
}
