import { App, HTTPReceiver, SocketModeReceiver } from '@slack/bolt'
import { WebClient } from '@slack/web-api'
import type { WebClientOptions } from '@slack/web-api'
import type { Logger } from '../lib/logger.ts'
import { createBoltLogger } from './bolt-logger.ts'
import type { SlackStatus } from './check-slack.ts'
import { keepConnected } from './keep-connected.ts'
import { listen } from './listen.ts'
import type { Ends, SlackHandlers } from './handlers.ts'
import { EVENTS_PATH } from './manifest.ts'
import { mountReceiver } from './mount-receiver.ts'
import type { SlackRequestHandler } from './mount-receiver.ts'
import { watchToken } from './watch-token.ts'

/** How Slack reaches the bot, with the secret that takes. */
export type SlackLine =
  | { readonly mode: 'http'; readonly signingSecret: string }
  | { readonly mode: 'socket'; readonly appToken: string }

export interface SlackAccess {
  readonly botToken: string
  /** Another Web API than Slack's; ends with `/api/`. */
  readonly apiUrl?: string
}

export type SlackAppOptions = SlackLine &
  SlackAccess & { readonly log: Logger; readonly handlers: SlackHandlers } & Pick<Ends, 'voiceOf'>

export interface SlackApp {
  readonly client: WebClient
  /** HTTP mode only: answers `POST /slack/events`, and 404 to all else. */
  readonly requestHandler?: SlackRequestHandler
  /** Never rejects: a Slack that can't be reached is tried again for as long as it takes, and `status` says so. */
  start(): Promise<void>
  stop(): Promise<void>
  status(): SlackStatus
}

const CALL_LIMIT_MS = 10_000

/** The bot's ear in Slack; asks Slack nothing before `start`. */
export function createSlackApp(options: SlackAppOptions): SlackApp {
  const { botToken, log, handlers, voiceOf } = options
  const logger = createBoltLogger(log)
  const clientOptions = (): WebClientOptions => ({
    logger,
    timeout: CALL_LIMIT_MS,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    ...(options.apiUrl !== undefined && { slackApiUrl: options.apiUrl }),
  })
  const client = new WebClient(botToken, clientOptions())
  const token = watchToken(client, log)

  function createApp(receiver: HTTPReceiver | SocketModeReceiver): void {
    // With `authorize` instead of a token Bolt asks Slack nothing at the start, so it can't fail there.
    const authorize = () => Promise.resolve({ botToken })
    const app = new App({ receiver, authorize, logger, clientOptions: clientOptions(), convoStore: false })
    app.error((error) => {
      log.error({ error }, 'an event from Slack could not be worked off')
      return Promise.resolve()
    })
    listen(app, { client, log, handlers, voiceOf })
  }

  if (options.mode === 'http') {
    const { signingSecret } = options
    const receiver = new HTTPReceiver({ signingSecret, endpoints: [EVENTS_PATH], logger })
    createApp(receiver)
    return { client, requestHandler: mountReceiver(receiver, { signingSecret, log }), ...token }
  }
  const receiver = new SocketModeReceiver({
    appToken: options.appToken,
    logger,
    autoReconnectEnabled: false,
    installerOptions: { clientOptions: clientOptions() },
  })
  createApp(receiver)
  const connection = keepConnected(receiver.client, log)
  return {
    client,
    start: async () => {
      await Promise.all([token.start(), connection.start()])
    },
    stop: async () => {
      await Promise.all([token.stop(), connection.stop()])
    },
    status: () => both(token.status(), connection.status()),
  }
}

function both(one: SlackStatus, other: SlackStatus): SlackStatus {
  return { ok: one.ok && other.ok, detail: `${one.detail}; ${other.detail}` }
}
