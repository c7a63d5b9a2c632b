import { LogLevel } from '@slack/bolt'
import type { Logger as SlackLogger } from '@slack/bolt'
import type { Logger } from '../lib/logger.ts'
import { messageOf } from '../lib/errors.ts'

/**
 * Lets Slack's libraries write to our log. What they call info is detail to an operator, and their debug lines hold
 * whole payloads with response URLs and one-time connection addresses, so those are left out.
 */
export function createBoltLogger(log: Logger): SlackLogger {
  const own = log.child({ from: 'slack-sdk' })
  return {
    debug: () => undefined,
    info: (...parts: readonly unknown[]) => own.debug(lineOf(parts)),
    warn: (...parts: readonly unknown[]) => own.warn(lineOf(parts)),
    error: (...parts: readonly unknown[]) => own.error(lineOf(parts)),
    setLevel: () => undefined,
    getLevel: () => LogLevel.INFO,
    setName: () => undefined,
  }
}

function lineOf(parts: readonly unknown[]): string {
  return parts
    .filter((part) => part instanceof Error || typeof part !== 'object')
    .map(messageOf)
    .join(' ')
}
