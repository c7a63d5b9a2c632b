import { App, LogLevel, SocketModeReceiver } from '@slack/bolt'
import type { AppOptions } from '@slack/bolt'
import { WebClient } from '@slack/web-api'
import type { AddressInfo } from 'node:net'
import type { Server } from 'node:http'
import { onTestFinished } from 'vitest'
import { startLocalSlack } from '../../../src/sandbox/slack/start-local-slack.ts'
import type { LocalSlack, LocalSlackOptions } from '../../../src/sandbox/slack/start-local-slack.ts'

/** A local Slack that ends with the test. */
export async function aSlack(options: LocalSlackOptions = {}): Promise<LocalSlack> {
  const slack = await startLocalSlack(options)
  onTestFinished(() => slack.close())
  return slack
}

/** Slack's own client, which gives up at once instead of trying for half an hour. */
export function aClient(slack: LocalSlack, token: string = slack.botToken): WebClient {
  return new WebClient(token, {
    slackApiUrl: slack.url,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logLevel: LogLevel.ERROR,
    logger: silent,
  })
}

/** What Slack refused a call with. */
export function refusalOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'no refusal',
    (error: unknown) => {
      const { data, code } = error as { data?: { error?: string }; code?: string }
      return data?.error ?? code ?? 'unknown'
    },
  )
}

export const silent = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  setLevel: () => {},
  getLevel: () => LogLevel.ERROR,
  setName: () => {},
}

/** A real Bolt app behind HTTP, to which the local Slack delivers. */
export async function anHttpApp(slack: LocalSlack, options: AppOptions = {}): Promise<App> {
  const app = new App({
    token: slack.botToken,
    signingSecret: slack.signingSecret,
    clientOptions: { slackApiUrl: slack.url },
    logger: silent,
    ...options,
  })
  const server = (await app.start({ port: 0, host: '127.0.0.1' })) as Server
  onTestFinished(async () => {
    await app.stop()
  })
  const { port } = server.address() as AddressInfo
  slack.deliverTo({ kind: 'http', url: `http://127.0.0.1:${port}/slack/events` })
  return app
}

/** A real Bolt app on a socket, quick to come back. Call `start` when its listeners are there. */
export function aSocketApp(slack: LocalSlack): App {
  const clientOptions = { slackApiUrl: slack.url }
  const receiver = new SocketModeReceiver({
    appToken: slack.appToken,
    clientPingTimeout: 200,
    installerOptions: { clientOptions },
    logger: silent,
  })
  const app = new App({ token: slack.botToken, receiver, clientOptions, logger: silent })
  onTestFinished(async () => {
    await app.stop()
  })
  return app
}
