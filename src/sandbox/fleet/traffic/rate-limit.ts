/** A token bucket, as a gateway's per-client limit works. */
export interface RateLimit {
  requestsPerSecond: number
  tokens: number
  filledAt: number
}

export function createRateLimit(requestsPerSecond: number, at: number): RateLimit {
  return { requestsPerSecond, tokens: burstOf(requestsPerSecond), filledAt: at }
}

/** Takes one token if there is one. */
export function isAllowed(limit: RateLimit, at: number): boolean {
  const filled = limit.tokens + (at - limit.filledAt) * limit.requestsPerSecond
  limit.tokens = Math.min(burstOf(limit.requestsPerSecond), filled)
  limit.filledAt = at
  if (limit.tokens < 1) return false
  limit.tokens -= 1
  return true
}

function burstOf(requestsPerSecond: number): number {
  return Math.max(1, requestsPerSecond)
}
