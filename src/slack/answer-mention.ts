import { setTimeout as sleep } from 'node:timers/promises'
import type { WebClient } from '@slack/web-api'
import type { SlackMessage } from '../domain/post.ts'
import type { Logger } from '../lib/logger.ts'
import { createPostSender } from './send-post.ts'

interface Ends {
  readonly client: WebClient
  readonly log: Logger
}

interface Answer {
  readonly channel: string
  readonly threadTs: string
  readonly eventId: string
  readonly message: SlackMessage
}

/** Longer than this, and the person has asked again. */
const LONGEST_WAIT_SECONDS = 60

/** Answers in the thread. What Slack surely did not take is tried once more; a second answer is worse than none. */
export async function answerMention({ client, log }: Ends, answer: Answer): Promise<void> {
  const { channel, threadTs, eventId, message } = answer
  const sender = createPostSender({ client, log })
  const post = () => sender.post({ channel, threadTs, key: `mention:${eventId}`, message })
  let outcome = await post()
  if (outcome.status === 'retry' && !outcome.uncertain && outcome.afterSeconds <= LONGEST_WAIT_SECONDS) {
    await sleep(outcome.afterSeconds * 1000, undefined, { ref: false })
    outcome = await post()
  }
  if (outcome.status !== 'sent') log.error({ reason: outcome.reason, channel }, 'an answer did not get into Slack')
}
