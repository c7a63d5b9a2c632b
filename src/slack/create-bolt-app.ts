import { App, HTTPReceiver, SocketModeReceiver } from '@slack/bolt'
import { WebClient } from '@slack/web-api'
import type { WebClientOptions } from '@slack/web-api'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { WhyslowError, messageOf } from '../lib/errors.ts'
import type { Logger } from '../lib/logger.ts'
import { createBoltLogger } from './bolt-logger.ts'
import type { SlackStatus } from './check-slack.ts'
import { keepConnected } from './keep-connected.ts'
import { listen } from './listen.ts'
import type { SlackHandlers } from './listen.ts'
import { watchToken } from './watch-token.ts'

export interface SlackAppOptions {
  readonly botToken: string
  /** Wanted in HTTP mode. */
  readonly signingSecret?: string
  /** Wanted in Socket Mode. */
  readonly appToken?: string
  readonly mode: 'http' | 'socket'
  /** Another Web API than Slack's; ends with `/api/`. */
  readonly apiUrl?: string
  readonly log: Logger
  readonly handlers: SlackHandlers
}

export interface SlackApp {
  readonly client: WebClient
  /** HTTP mode only: answers `POST /slack/events`, and 404 to all else. */
  readonly requestHandler?: (request: IncomingMessage, response: ServerResponse) => void
  /** Never rejects: a Slack that can't be reached is tried again for as long as it takes, and `status` says so. */
  start(): Promise<void>
  stop(): Promise<void>
  status(): SlackStatus
}

const CALL_LIMIT_MS = 10_000

/**
 * The bot's ear in Slack. Throws a `WhyslowError` when a secret that the mode needs is missing; asks Slack nothing
 * before `start`.
 */
export function createSlackApp(options: SlackAppOptions): SlackApp {
  const { botToken, log, mode, handlers } = options
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
      log.error({ reason: messageOf(error) }, 'an event from Slack could not be worked off')
      return Promise.resolve()
    })
    listen(app, { client, log, handlers })
  }

  if (mode === 'http') {
    const signingSecret = required(options.signingSecret, 'the signing secret, which HTTP mode needs')
    const receiver = new HTTPReceiver({ signingSecret, logger })
    createApp(receiver)
    return { client, requestHandler: mount(receiver), ...token }
  }
  const appToken = required(options.appToken, 'the app-level token (xapp-…), which Socket Mode needs')
  const receiver = new SocketModeReceiver({
    appToken,
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

function required(value: string | undefined, what: string): string {
  if (value === undefined || value === '') throw new WhyslowError('slack_secret_missing', `Slack: set ${what}`)
  return value
}

function both(one: SlackStatus, other: SlackStatus): SlackStatus {
  return { ok: one.ok && other.ok, detail: `${one.detail}; ${other.detail}` }
}

function mount(receiver: HTTPReceiver): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    try {
      receiver.requestListener(request, response)
    } catch {
      // The receiver throws for every path but its own.
      response.writeHead(404).end()
    }
  }
}
