import { WebClient } from '@slack/web-api'
import { Writable } from 'node:stream'
import { createLogger } from '../../src/lib/logger.ts'
import type { Logger } from '../../src/lib/logger.ts'
import type { LocalSlack } from '../../src/sandbox/slack/start-local-slack.ts'
import { silent } from '../sandbox/slack/local.ts'

/** A real log whose lines can be looked at. */
export function aLog(): { readonly log: Logger; readonly lines: () => string } {
  let written = ''
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      written += chunk.toString()
      done()
    },
  })
  return { log: createLogger('debug', sink), lines: () => written }
}

/** Slack's client as the bot sets it up, but less patient. */
export function aQuickClient(slack: LocalSlack, timeout = 300): WebClient {
  return new WebClient(slack.botToken, {
    slackApiUrl: slack.url,
    timeout,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logger: silent,
  })
}
