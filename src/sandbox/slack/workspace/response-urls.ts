import type { Now } from '../clock.ts'
import { secret } from '../ids.ts'

/** A response_url works five times within thirty minutes (docs.slack.dev, handling user interaction). */
const LIFE_MS = 30 * 60 * 1000
const USES = 5

/** What an answer on a response_url refers to: the place, the person, and the message that was acted on, if any. */
export type ResponseTarget = { readonly channel: string; readonly userId: string; readonly messageTs?: string }

type ResponseUse =
  | { readonly status: 'taken'; readonly target: ResponseTarget }
  | { readonly status: 'refused'; readonly error: 'no_such_url' | 'expired_url' | 'used_url' }

export type ResponseUrls = {
  /** A new path below the server's root. */
  readonly issue: (target: ResponseTarget) => string
  readonly use: (path: string) => ResponseUse
}

export function createResponseUrls(now: Now): ResponseUrls {
  const issued = new Map<string, { readonly target: ResponseTarget; readonly at: number; readonly uses: number }>()
  return {
    issue: (target) => {
      const path = `/response/${secret(12)}`
      issued.set(path, { target, at: now(), uses: 0 })
      return path
    },
    use: (path) => {
      const known = issued.get(path)
      if (!known) return { status: 'refused', error: 'no_such_url' }
      if (now() - known.at > LIFE_MS) return { status: 'refused', error: 'expired_url' }
      if (known.uses >= USES) return { status: 'refused', error: 'used_url' }
      issued.set(path, { ...known, uses: known.uses + 1 })
      return { status: 'taken', target: known.target }
    },
  }
}
