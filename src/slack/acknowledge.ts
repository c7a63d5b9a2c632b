import { messageOf } from '../lib/errors.ts'
import type { Logger } from '../lib/logger.ts'

/**
 * Tells Slack that it was heard. The connection may end between the two; what was asked is answered all the same, for the
 * answer goes another way, and Slack sends neither commands nor presses a second time.
 */
export async function acknowledge(log: Logger, ack: () => Promise<void>): Promise<void> {
  try {
    await ack()
  } catch (error) {
    log.warn({ reason: messageOf(error) }, 'Slack could not be told that it was heard')
  }
}
