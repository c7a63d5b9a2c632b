import { setTimeout as sleep } from 'node:timers/promises'
import type { WebClient } from '@slack/web-api'
import type { Logger } from '../lib/logger.ts'
import { checkSlack } from './check-slack.ts'
import type { SlackStatus } from './check-slack.ts'

interface TokenWatch {
  /** Resolves after the first look, well or not. */
  start(): Promise<void>
  stop(): Promise<void>
  status(): SlackStatus
}

const EVERY_MS = 60_000
const EVERY_WHEN_BAD_MS = 10_000

/** Knows whether the bot token is good, as of the last minute. */
export function watchToken(client: WebClient, log: Logger): TokenWatch {
  const ended = new AbortController()
  let current: SlackStatus = { ok: false, detail: 'not yet signed in' }

  async function look(): Promise<void> {
    const seen = await checkSlack(client)
    if (!seen.ok && seen.detail !== current.detail) log.warn({ reason: seen.detail }, 'Slack does not answer well')
    current = seen
  }

  async function keepLooking(): Promise<void> {
    while (!ended.signal.aborted) {
      const options = { signal: ended.signal, ref: false }
      await sleep(current.ok ? EVERY_MS : EVERY_WHEN_BAD_MS, undefined, options).catch(() => undefined)
      if (!ended.signal.aborted) await look()
    }
  }

  return {
    start: async () => {
      await look()
      void keepLooking()
    },
    stop: () => {
      ended.abort()
      return Promise.resolve()
    },
    status: () => current,
  }
}
