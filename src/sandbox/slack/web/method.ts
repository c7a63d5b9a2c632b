import type { Tier } from '../limits/rate-limits.ts'
import type { World } from '../workspace/world.ts'
import type { Answer } from './answer.ts'
import type { Args } from './arguments.ts'

/** The things outside the workspace that a method may need. */
export type Server = {
  /** Without a slash at the end. */
  readonly origin: string
  readonly scopes: ReadonlySet<string>
  /** A new address for one Socket Mode connection, or why there is none. */
  readonly openConnection: () => { readonly url: string } | { readonly error: string }
  /** How long a finished upload takes to appear in its channel, in milliseconds. */
  readonly fileDelayMs: number
}

export type Method = {
  readonly token: 'bot' | 'app'
  readonly scopes: readonly string[]
  readonly tier: Tier
  readonly run: (world: World, args: Args, server: Server) => Answer
}
