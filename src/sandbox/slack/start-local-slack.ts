import type { Now } from './clock.ts'
import { controls } from './controls.ts'
import type { Controls } from './controls.ts'
import { createSlackServer, listen, shut } from './http/server.ts'
import { createIdentity } from './ids.ts'
import type { Identity } from './ids.ts'
import { createLine } from './inbound/send.ts'
import { createFaults } from './limits/faults.ts'
import { createRateLimits } from './limits/rate-limits.ts'
import { persons } from './persons.ts'
import type { Persons } from './persons.ts'
import { createSocketHub } from './socket/hub.ts'
import { createCalls } from './web/calls.ts'
import { createTokens } from './web/tokens.ts'
import type { Api } from './web/dispatch.ts'
import { createWorld } from './workspace/world.ts'

export type LocalSlackOptions = {
  /** 0, the default, takes a free one. */
  readonly port?: number
  /** `strict` (default) keeps Slack's rates; `lenient` lets any number of calls through. All else is checked in both. */
  readonly mode?: 'strict' | 'lenient'
  /** Epoch milliseconds; the machine's clock by default. Acknowledgements and signatures keep real time. */
  readonly now?: Now
  /** By which triggers and response URLs expire, where `now` does not run as a person's time does; else `now`. */
  readonly handNow?: Now
  /** What the bot's token may do; everything it ever asks for by default. */
  readonly scopes?: readonly string[]
  readonly ackLimitMs?: number
  readonly eventRetryDelaysMs?: readonly number[]
  readonly pingIntervalMs?: number
  readonly fileDelayMs?: number
}

export type LocalSlack = Identity &
  Controls &
  Persons & {
    /** For `slackApiUrl`; ends with `/api/`. */
    readonly url: string
    readonly origin: string
    readonly close: () => Promise<void>
  }

/** Slack waits this long for an acknowledgement (docs.slack.dev, handling user interaction). */
const ACK_LIMIT_MS = 3000
/** At once, after a minute, after five more (docs.slack.dev, Events API, retries). */
const RETRY_DELAYS_MS = [0, 60_000, 300_000] as const
const PING_INTERVAL_MS = 10_000

const ALL_SCOPES: readonly string[] = [
  'app_mentions:read',
  'channels:history',
  'channels:join',
  'channels:read',
  'chat:write',
  'chat:write.public',
  'commands',
  'files:read',
  'files:write',
  'reactions:write',
  'usergroups:read',
  'users:read',
]

/** Starts a Slack workspace on a loopback port, all of it in memory, as strict with a bot as Slack itself. */
export async function startLocalSlack(options: LocalSlackOptions = {}): Promise<LocalSlack> {
  const { now = Date.now, ackLimitMs = ACK_LIMIT_MS } = options
  const identity = createIdentity()
  const world = createWorld(identity, { now, handNow: options.handNow ?? now })
  const tokens = createTokens(identity)
  const limits = createRateLimits(now, options.mode !== 'lenient')
  const faults = createFaults()
  const calls = createCalls(now, world.changes)
  let port = 0
  const hub = createSocketHub({
    identity,
    origin: () => `ws://127.0.0.1:${port}`,
    ackLimitMs,
    pingIntervalMs: options.pingIntervalMs ?? PING_INTERVAL_MS,
  })
  const scopes = new Set(options.scopes ?? ALL_SCOPES)
  const api: Api = {
    world,
    tokens,
    limits,
    faults,
    calls,
    server: () => ({
      origin: `http://127.0.0.1:${port}`,
      scopes,
      openConnection: hub.open,
      fileDelayMs: options.fileDelayMs ?? 0,
    }),
  }
  const server = createSlackServer(api, hub)
  port = await listen(server, options.port ?? 0)
  const origin = `http://127.0.0.1:${port}`
  const line = createLine({ hub, signingSecret: identity.signingSecret, ackLimitMs })
  const retryDelaysMs = options.eventRetryDelaysMs ?? RETRY_DELAYS_MS
  return {
    ...identity,
    ...controls(api, { hub, deliverTo: line.deliverTo }),
    ...persons({ world, send: line.send, origin, retryDelaysMs }),
    url: `${origin}/api/`,
    origin,
    close: async () => {
      hub.close()
      await shut(server)
    },
  }
}
