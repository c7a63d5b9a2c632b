import type { Now } from '../clock.ts'

/**
 * How often something may be called: a bucket of `burst` calls that fills again at `perSecond`, or at most `most` calls
 * in any `seconds`.
 */
type Rate =
  | { readonly kind: 'bucket'; readonly burst: number; readonly perSecond: number }
  | { readonly kind: 'window'; readonly most: number; readonly seconds: number }

/** Slack's tiers by calls a minute, and posting's own: one message a second in a channel, short bursts allowed. */
export type Tier = 'posting' | 'tier2' | 'tier3' | 'tier4' | 'unlimited'

/** docs.slack.dev/apis/web-api/rate-limits. Slack says "at least" these numbers; here they are the most. */
const RATES: Readonly<Record<Exclude<Tier, 'unlimited'>, Rate>> = {
  posting: { kind: 'bucket', burst: 3, perSecond: 1 },
  tier2: { kind: 'window', most: 20, seconds: 60 },
  tier3: { kind: 'window', most: 50, seconds: 60 },
  tier4: { kind: 'window', most: 100, seconds: 60 },
}

type Permission = { readonly status: 'allowed' } | { readonly status: 'limited'; readonly retryAfter: number }

export type RateLimits = {
  /** Counts one call against `key`; when it is one too many, says after how many whole seconds to come back. */
  readonly take: (tier: Tier, key: string) => Permission
}

const ALLOWED: Permission = { status: 'allowed' }

export function createRateLimits(now: Now, isEnforced: boolean): RateLimits {
  const calls = new Map<string, readonly number[]>()
  const fill = new Map<string, { readonly tokens: number; readonly at: number }>()

  function takeFromBucket(key: string, burst: number, perSecond: number): Permission {
    const last = fill.get(key) ?? { tokens: burst, at: now() }
    const tokens = Math.min(burst, last.tokens + ((now() - last.at) / 1000) * perSecond)
    if (tokens < 1) return limited((1 - tokens) / perSecond)
    fill.set(key, { tokens: tokens - 1, at: now() })
    return ALLOWED
  }

  function takeFromWindow(key: string, most: number, seconds: number): Permission {
    const recent = (calls.get(key) ?? []).filter((at) => at > now() - seconds * 1000)
    const [oldest] = recent
    if (recent.length >= most && oldest !== undefined) return limited(seconds - (now() - oldest) / 1000)
    calls.set(key, [...recent, now()])
    return ALLOWED
  }

  return {
    take: (tier, key) => {
      if (!isEnforced || tier === 'unlimited') return ALLOWED
      const rate = RATES[tier]
      return rate.kind === 'bucket'
        ? takeFromBucket(key, rate.burst, rate.perSecond)
        : takeFromWindow(key, rate.most, rate.seconds)
    },
  }
}

function limited(seconds: number): Permission {
  return { status: 'limited', retryAfter: Math.max(1, Math.ceil(seconds)) }
}
