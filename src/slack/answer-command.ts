import type { WebClient } from '@slack/web-api'
import type { SlackMessage } from '../domain/post.ts'
import type { Logger } from '../lib/logger.ts'
import { readFailure } from './call-failure.ts'
import { postAnswer } from './post-answer.ts'

/** Who is answered, and by which ways. */
export interface Seat {
  /** Where Slack takes answers to one command or press: five of them, for half an hour (docs.slack.dev, response URLs). */
  readonly responseUrl?: string
  readonly channel: string
  readonly user: string
  /** The thread that is meant when the response URL takes nothing. */
  readonly threadTs?: string
  /** Names what is answered. */
  readonly key: string
}

interface Ends {
  readonly client: WebClient
  readonly log: Logger
}

type Shown = 'in_channel' | 'ephemeral'

const LIMIT_MS = 10_000

/**
 * Answers a command or a press: by its response URL, and where that has run out, with a message in the channel or its
 * thread, or for one person alone. Rejects with one line that does not hold the address, since whoever has that may post.
 */
export async function answerAt(
  ends: Ends,
  seat: Seat,
  answer: SlackMessage & { readonly shown: Shown },
): Promise<void> {
  const { shown, ...message } = answer
  const status = seat.responseUrl === undefined ? GONE : await respond(seat.responseUrl, shown, message)
  if (status >= 200 && status < 300) return
  // Slack says 404 of one that is used up or too old. What else fails may have been taken.
  if (status < 400 || status >= 500) throw new Error(`Slack did not take the answer: HTTP ${status}`)
  const { channel, threadTs, key } = seat
  const thread = threadTs === undefined ? {} : { threadTs }
  if (shown === 'in_channel') await postAnswer(ends, { channel, ...thread, key, message })
  else await whisper(ends, seat, message.text)
}

/** What only the person who asked shall see. */
export async function tellPerson(ends: Ends, seat: Seat, text: string): Promise<void> {
  await answerAt(ends, seat, { shown: 'ephemeral', text, blocks: [] })
}

/** As Slack says of a response URL that is no more. */
const GONE = 404

/** When Slack takes the blocks for bad, the text goes alone. */
async function respond(url: string, shown: Shown, { text, blocks }: SlackMessage): Promise<number> {
  const base = { response_type: shown, replace_original: false, text }
  const status = await put(url, { ...base, ...(blocks.length > 0 && { blocks }) })
  return status === 400 && blocks.length > 0 ? put(url, base) : status
}

async function put(url: string, body: Readonly<Record<string, unknown>>): Promise<number> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(LIMIT_MS),
  })
  await answer.body?.cancel()
  return answer.status
}

async function whisper({ client, log }: Ends, { channel, user, threadTs }: Seat, text: string): Promise<void> {
  try {
    const thread = threadTs === undefined ? {} : { thread_ts: threadTs }
    await client.chat.postEphemeral({ channel, user, text, ...thread })
  } catch (error) {
    log.warn({ channel, reason: readFailure(error).reason }, 'a person could not be told')
  }
}
