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
  readonly threadTs?: string
  /** Names the answer among all: of what Slack sends twice there is one. */
  readonly key: string
  readonly message: SlackMessage
}

/** Longer than this, and the person has asked again; what waits for someone to mend it waits longer. */
const LONGEST_WAIT_SECONDS = 20

/**
 * Posts an answer, in a thread where one is named; tells whether it stands there. What Slack surely did not take is
 * tried once more; a second answer is worse than none.
 */
export async function postAnswer({ client, log }: Ends, answer: Answer): Promise<boolean> {
  const sender = createPostSender({ client, log })
  const post = () => sender.post(answer)
  let outcome = await post()
  if (outcome.status === 'retry' && !outcome.uncertain && outcome.afterSeconds <= LONGEST_WAIT_SECONDS) {
    await sleep(outcome.afterSeconds * 1000, undefined, { ref: false })
    outcome = await post()
  }
  if (outcome.status === 'sent') return true
  log.error({ reason: outcome.reason, channel: answer.channel }, 'an answer did not get into Slack')
  return false
}
